import type { Msg, MsgHdrs } from '@nats-io/transport-node'
import { mutates, type Operation } from '@souk/contracts'
import { type Bus, newHeaders } from '../bus/bus.ts'
import type { ReplyFlow } from '../bus/reply-flow.ts'
import { sendReply } from '../bus/send-reply.ts'
import type { LongReplies } from './long-replies.ts'
import type { ServiceReply } from './service-reply.ts'

interface Responding {
  bus: Bus
  flow: Pick<ReplyFlow, 'open'>
}

/** Sends a reply that is made while it is sent; it is broken off if its reader is slow and others wait. */
export async function respondLong(
  operation: Operation,
  message: Msg,
  reply: ServiceReply,
  { longReplies, bus, flow }: Responding & { longReplies: LongReplies },
) {
  const long = longReplies.begin(!mutates(operation))
  try {
    await respond(message, reply, { bus, flow: { open: () => long.readBy(flow.open({ isMade: false })) } })
  } finally {
    long.close()
  }
}

/** Sends a reply, if the message waits for one. */
export async function respond(
  message: Msg,
  { status, data, rest, etag, retry_after, error, replayed, settled, failed_guess, session_token }: ServiceReply,
  { bus, flow }: Responding,
) {
  if (!message.reply) return
  const h = newHeaders()
  h.set('status', String(status))
  if (etag !== undefined) h.set('etag', etag)
  if (retry_after !== undefined) h.set('retry-after', String(retry_after))
  if (replayed) h.set('replayed', 'true')
  if (settled) h.set('settled', '1')
  if (failed_guess) h.set('failed-guess', '1')
  if (session_token !== undefined) h.set('session-token', session_token)
  if (error !== undefined) {
    // Only failures of ours: a refusal is an answer, and `nats micro stats` should not count it as an error.
    h.set('Nats-Service-Error-Code', String(status))
    h.set('Nats-Service-Error', error)
  }
  const { nc } = bus
  const sink = {
    send: (part: Uint8Array, headers: MsgHdrs) => void message.respond(part, { headers }),
    newHeaders,
    openFlow: flow.open,
  }
  await sendReply(sink, { data, rest }, h, nc.info?.max_payload ?? 1024 * 1024)
}
