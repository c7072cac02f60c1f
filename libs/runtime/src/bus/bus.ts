import { setTimeout as sleep } from 'node:timers/promises'
import { headers, InvalidArgumentError, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node'
import { OperationError, stringify } from '@souk/contracts'
import type { Logger } from '../observability/logger.ts'
import { createCall } from './call.ts'
import { NoReplyError } from './no-reply.ts'
import { createReplicas } from './replicas.ts'
import type { Reply } from './reply.ts'
import { createReplyInbox, type Pending } from './reply-inbox.ts'
import { HEADER_ROOM } from './send-reply.ts'
import { watchConnection } from './watch-connection.ts'

const FLUSH_AGAIN_MS = 50
/** A timer this late means that this process was suspended, or its event loop blocked. */
const HELD_UP_MS = 20
/** Bounds of the extra time that a reply gets then: as much as the process was held up. */
const [MIN_EXTRA_MS, MAX_EXTRA_MS] = [100, 1000]

export type Bus = ReturnType<typeof createBus>

/** Requests, and their replies, over a connection to NATS. */
export function createBus(nc: NatsConnection, name: string, logger: Logger) {
  const connection = watchConnection(nc, logger)
  const { pending, inbox } = createReplyInbox({ nc, connection, name, logger })
  let sequence = 0

  /**
   * One attempt. If this process itself was held up at the time-out, it waits a little longer, once: the reply may have arrived
   * in the meantime, or its sender may have been held up as well.
   * @throws NoReplyError; payload_too_large if the request exceeds NATS' limit, which no retry can change
   */
  function request(subject: string, h: MsgHdrs, data: Uint8Array, timeoutMs: number): Promise<Reply> {
    if (!connection.connected) return Promise.reject(new NoReplyError('disconnected'))
    const token = (++sequence).toString(36)
    return new Promise((resolve, reject) => {
      const due = performance.now() + timeoutMs
      const giveUp = () => {
        pending.delete(token)
        reject(new NoReplyError(connection.connected ? 'timeout' : 'disconnected'))
      }
      const timer = setTimeout(() => {
        const late = performance.now() - due
        if (late < HELD_UP_MS) giveUp()
        else waiting.timer = setTimeout(giveUp, Math.min(Math.max(late, MIN_EXTRA_MS), MAX_EXTRA_MS))
      }, timeoutMs)
      const waiting: Pending = { resolve, reject, timer }
      pending.set(token, waiting)
      try {
        nc.publish(subject, data, { reply: `${inbox}.${calleeOf(subject)}.${token}`, headers: h })
      } catch (error) {
        clearTimeout(waiting.timer)
        pending.delete(token)
        reject(isTooLarge(error) ? tooLarge(error) : new NoReplyError('disconnected', { cause: error }))
      }
    })
  }

  const replicas = createReplicas({ nc, connection, send: request, logger })

  const takesBytes = (length: number): boolean => length + HEADER_ROOM <= (nc.info?.max_payload ?? Infinity)

  return {
    nc,
    request,
    /** The replicas of the services that this process calls. */
    replicas,
    call: createCall(replicas),
    /** Whether a request with this body fits into the `max_payload` of the NATS server. */
    takes: (body: unknown): boolean => takesBytes(Buffer.byteLength(stringify(body))),
    /** The same for a body of this length, in bytes. */
    takesBytes,
    get connected() {
      return connection.connected
    },
    /** How often the connection was lost and restored; each time, subscriptions may have missed messages. */
    get reconnects() {
      return connection.reconnects
    },
    /** Resolves when connected, rejects after `timeoutMs`. */
    whenConnected: connection.whenConnected,
    /** Resolves once NATS has received everything sent before, however often the connection is lost in between. */
    async flush(): Promise<void> {
      for (;;) {
        try {
          return await nc.flush()
        } catch (error) {
          if (nc.isClosed()) throw error
          await sleep(FLUSH_AGAIN_MS)
        }
      }
    },
    /** Sends everything buffered, unless the server is away, and disconnects. */
    close: () => (connection.connected ? nc.drain().catch(() => nc.close()) : nc.close()),
    /** The number of requests that wait for a reply. */
    get inFlight() {
      return pending.size
    },
  }
}

/**
 * The first part, or the service of a replica: `cart` of `cart.get-cart` and `replica.cart.<id>.get-cart`, `evt` of
 * `evt.cart.cart.created`.
 */
function calleeOf(subject: string): string {
  const from = subject.startsWith('replica.') ? 'replica.'.length : 0
  return subject.slice(from, subject.indexOf('.', from))
}

/** The client itself refuses a message for which the server would close the connection. */
const isTooLarge = (error: unknown) => error instanceof InvalidArgumentError && error.message.includes('max_payload')

const tooLarge = (cause: unknown) =>
  new OperationError('payload_too_large', 'The request is larger than NATS takes (max_payload)', { cause })

/** Empty headers of a message. */
export const newHeaders = headers
