import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node'
import type { Logger } from '../observability/logger.ts'

interface Listening {
  nc: NatsConnection
  logger: Logger
}

/** Exponential backoff between attempts to subscribe again, in ms. */
const BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 30_000

/** A subscription that lasts as long as the connection, or until `unsubscribe` or `drain`. */
export interface Listener extends Pick<Subscription, 'unsubscribe' | 'drain'> {
  /** False from the moment the server refused it until it is restored: messages are missed in between. */
  readonly isHeard: boolean
}

/**
 * Calls `onMessage` for each message of a subject. When nats.js ends a subscription, such as one that the user has no permission
 * for, it calls the callback with an error and an empty message, and does not subscribe again. Here that is logged and retried:
 * the user may have the permission later, once the server has read those of this version.
 */
export function listen({ nc, logger }: Listening, subject: string, onMessage: (message: Msg) => void): Listener {
  let subscription: Subscription
  let isHeard = true
  let isGivenUp = false
  let wait = BACKOFF_MS
  let timer: NodeJS.Timeout | undefined
  subscribe()

  function subscribe() {
    const own = nc.subscribe(subject, {
      callback(error, message) {
        if (!error) onMessage(message)
        else if (own === subscription) ended(error)
      },
    })
    subscription = own
  }

  function ended(error: Error) {
    if (isHeard) logger.error({ err: error, subject }, 'a subscription was ended: it receives no messages any more')
    isHeard = false
    if (!isGivenUp) timer = setTimeout(() => void subscribeAgain(), wait).unref()
    wait = Math.min(MAX_BACKOFF_MS, wait * 2)
  }

  async function subscribeAgain() {
    if (nc.isClosed() || nc.isDraining()) return
    subscribe()
    const own = subscription
    await nc.flush().catch(() => {}) // a new connection restores its subscriptions by itself
    if (own !== subscription || own.isClosed()) return // refused again
    isHeard = true
    wait = BACKOFF_MS
    logger.info({ subject }, 'a subscription receives messages again')
  }

  function giveUp() {
    isGivenUp = true
    clearTimeout(timer)
  }

  return {
    get isHeard() {
      return isHeard
    },
    unsubscribe(max) {
      giveUp()
      subscription.unsubscribe(max)
    },
    async drain() {
      giveUp()
      if (!subscription.isClosed()) await subscription.drain()
    },
  }
}
