import { type Actor, isUnnamed, mutates, type Operation, takesKey } from '@souk/contracts'
import { type Envelope, mintOpId, randomHex, traceIdOf } from '@souk/runtime'
import type { FastifyRequest } from 'fastify'
import { clientOf } from '../load/client-address.ts'

/** The envelope of a request whose actor is known: everything that its service needs besides the body. */
export function envelopeFor(operation: Operation, request: FastifyRequest): Envelope {
  const now = Date.now()
  const { headers, url } = request
  const at = url.indexOf('?')
  const envelope: Envelope = {
    request_id: request.id,
    http_id: randomHex(16),
    op_id: mintOpId(now),
    attempt: 1,
    deadline: now + patience(operation, headers['x-timeout-ms']),
    actor: request.actor as Actor,
    params: request.params as Record<string, string>,
    query: at < 0 ? '' : url.slice(at + 1),
  }
  const { 'idempotency-key': key, 'if-match': ifMatch, traceparent } = headers
  if (typeof key === 'string' && mutates(operation) && takesKey(operation)) {
    envelope.idempotency_key = key
    if (isUnnamed(envelope.actor)) envelope.client = clientOf(request.ip)
  }
  if (typeof ifMatch === 'string') envelope.if_match = ifMatch
  if (typeof traceparent === 'string' && traceIdOf(traceparent)) envelope.traceparent = traceparent
  return envelope
}

/** The time that the request may take, in ms: a client may shorten it, but not extend it. */
function patience({ deadline_ms }: Operation, header: string | string[] | undefined): number {
  const asked = typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : deadline_ms
  return Math.max(50, Math.min(asked, deadline_ms))
}
