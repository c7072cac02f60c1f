import { Readable } from 'node:stream'
import { OperationError } from '@souk/contracts'
import { REPLY_WINDOW_BYTES, type Reply } from '@souk/runtime'
import type { FastifyReply } from 'fastify'
import type { UnreadAnswers } from '../load/unread-answers.ts'

/** Counts an answer as unread until its client has read it. @param mayRefuse see `UnreadAnswers` @throws overloaded */
export function holdUnread(unread: UnreadAnswers, reply: FastifyReply, { parts, data }: Reply, mayRefuse: boolean) {
  try {
    unread.add(reply.raw, parts ? REPLY_WINDOW_BYTES : data.length, mayRefuse)
  } catch (error) {
    parts?.leave()
    throw error
  }
}

/**
 * Sends a service's reply as it is.
 * @throws unexpected for a message that no service of ours would send, which is not passed on
 */
export function relay(reply: FastifyReply, { status, etag, retry_after, replayed, failure, data, parts }: Reply) {
  const isOurs = status >= 500 ? failure !== undefined && data.length > 0 : status >= 200
  if (!isOurs || status > 599) throw new OperationError('unexpected', 'the reply is none of a service')
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  if (etag !== undefined) reply.header('etag', etag)
  if (retry_after !== undefined) reply.header('retry-after', retry_after)
  if (replayed) reply.header('idempotent-replayed', 'true')
  // A broken stream destroys the socket, so that no client mistakes half an answer for a whole one.
  return reply.send(parts ? Readable.from(parts) : Buffer.from(data.buffer, data.byteOffset, data.byteLength))
}
