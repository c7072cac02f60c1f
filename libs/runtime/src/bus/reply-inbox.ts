import { createInbox, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node'
import type { OperationError } from '@souk/contracts'
import type { Logger } from '../observability/logger.ts'
import { listen } from './listen.ts'
import { NoReplyError } from './no-reply.ts'
import { createPartReader, type PartReader } from './part-reader.ts'
import { createPartTurns } from './part-turns.ts'
import type { Reply } from './reply.ts'
import { GONE } from './reply-flow.ts'

/** A request that waits for its reply. */
export interface Pending {
  resolve(reply: Reply): void
  reject(error: NoReplyError | OperationError): void
  timer: NodeJS.Timeout
}

interface InboxOptions {
  nc: NatsConnection
  connection: { readonly connected: boolean }
  /** Part of the subjects of replies, so that NATS can deny a process those of others. */
  name: string
  logger: Logger
}

/**
 * Receives the replies to all requests of this process, and gives each to the request that waits for it.
 * @returns `pending`: the requests by the last token of their reply subject
 */
export function createReplyInbox({ nc, connection, name, logger }: InboxOptions) {
  const inbox = createInbox(`_INBOX_${name}`)
  const pending = new Map<string, Pending>()
  const reading = new Map<string, PartReader>()
  const turns = createPartTurns()

  // One subscription for all replies; the last token of the reply subject identifies the request. The token before it names the
  // called service, so that a service can be permitted to answer its own requests and nothing else.
  listen({ nc, logger }, `${inbox}.*.*`, (message) => {
    const token = message.subject.slice(message.subject.lastIndexOf('.') + 1)
    const h = message.headers
    const part = h?.get('part')
    if (part && part !== '0') return reading.get(token)?.accept(Number(part), message.data)
    const waiting = pending.get(token)
    if (!waiting) return tell(h?.get('flow'), GONE)
    pending.delete(token)
    clearTimeout(waiting.timer)
    if (h?.code === 503 && message.data.length === 0) return waiting.reject(new NoReplyError('no-responders'))
    if (part !== '0') turns.othersAreAnswered()
    waiting.resolve(replyFrom(h, message.data, part === '0' ? startReading(token, message.data, h?.get('flow')) : undefined))
  })

  /** Tells the sender of a reply in parts how many have been read. */
  function tell(flow: string | undefined, text: string) {
    if (flow && connection.connected) nc.publish(flow, text)
  }

  function startReading(token: string, first: Uint8Array, flow: string | undefined) {
    const reader = createPartReader({
      turns,
      onEnd: () => reading.delete(token),
      onTaken: (parts) => tell(flow, String(parts)),
      onLeft: () => tell(flow, GONE),
    })
    reading.set(token, reader)
    reader.accept(0, first)
    return reader
  }

  return { pending, inbox }
}

const EMPTY = new Uint8Array(0)

function replyFrom(h: MsgHdrs | undefined, data: Uint8Array, parts: PartReader | undefined): Reply {
  return {
    status: Number(h?.get('status')) || 500,
    etag: h?.get('etag') || undefined,
    retry_after: h?.get('retry-after') || undefined,
    replayed: h?.get('replayed') === 'true',
    settled: h?.get('settled') === '1',
    failed_guess: h?.get('failed-guess') === '1',
    session_token: h?.get('session-token') || undefined,
    failure: h?.get('Nats-Service-Error') || undefined,
    data: parts ? EMPTY : data,
    parts,
  }
}
