import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node'
import type { Logger } from '../observability/logger.ts'

interface Listening {
  nc: NatsConnection
  logger: Logger
}

/**
 * Calls `onMessage` for each message of a subject. nats.js calls a callback with an error and an empty message when it ends a
 * subscription, such as one that this user may not have: that is logged, since no message comes from then on.
 */
export function listen({ nc, logger }: Listening, subject: string, onMessage: (message: Msg) => void): Subscription {
  return nc.subscribe(subject, {
    callback(error, message) {
      if (error) logger.error({ err: error, subject }, 'a subscription was ended: nothing is heard on it any more')
      else onMessage(message)
    },
  })
}
