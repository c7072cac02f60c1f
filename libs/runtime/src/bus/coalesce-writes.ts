import type { NatsConnection } from '@nats-io/transport-node'

/** The part of the client's inside that this needs; where it is missing, nothing is changed. */
interface Flushing {
  protocol?: { flushPending?: () => void; outbound?: { size?: () => number } }
}

/** So much leaves at once: it is copied into one piece to be sent, and others wait for it. */
const ENOUGH_BYTES = 1024 * 1024

/**
 * Sends all messages that are published in one turn of the event loop in one system call, or in one per MiB, at the end of the
 * turn: the client itself sends at the end of the present microtask, which under load is one system call, and one wake-up of the
 * server, per message.
 */
export function coalesceWrites(nc: NatsConnection) {
  const { protocol } = nc as Flushing
  if (!protocol?.flushPending) return
  const flush = protocol.flushPending.bind(protocol)
  let scheduled = false
  protocol.flushPending = () => {
    if ((protocol.outbound?.size?.() ?? 0) >= ENOUGH_BYTES) return flush()
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      flush()
    })
  }
}
