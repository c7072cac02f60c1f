import { headers, type MsgHdrs } from '@nats-io/transport-node'
import { type Actor, invalidData, OperationError } from '@souk/contracts'
import { mintOpId, type OpId, parseOpId } from '../ids.ts'

/** The message headers of every request. Written by the gateway, passed on by services. */
export interface Envelope {
  request_id: string
  /** 128 random bits per HTTP request, never the client's Request-Id: tells our own retry from a client's. */
  http_id: string
  /** The op-id's text; the same for every attempt of one request. */
  op_id: string
  attempt: number
  /**
   * Set if an earlier attempt of the same request was sent and has not been answered: a refusal must make sure that the earlier
   * attempt does nothing.
   */
  contested?: true
  /** Absolute, epoch ms. */
  deadline: number
  actor: Actor
  /** Decoded path values. */
  params: Readonly<Record<string, string>>
  /** The raw query string, without `?`. */
  query: string
  idempotency_key?: string
  /** The network that a request with an Idempotency-Key came from, if nothing else identifies its client. */
  client?: string
  if_match?: string
  /** A valid header of W3C Trace Context: the trace that log lines name. */
  traceparent?: string
  /** Calls wait until the deadline instead of the operation's `attempt_ms`, because nobody retries soon. Not sent. */
  patient?: true
}

/** Encodes text values as JSON if outer spaces matter: NATS trims raw header values. */
export function encodeEnvelope(envelope: Envelope): MsgHdrs {
  const h = headers()
  h.set('request-id', envelope.request_id)
  h.set('http-id', envelope.http_id)
  h.set('op-id', envelope.op_id)
  h.set('attempt', String(envelope.attempt))
  if (envelope.contested) h.set('contested', '1')
  h.set('deadline', String(envelope.deadline))
  h.set('actor', asciiJson(envelope.actor))
  h.set('params', asciiJson(envelope.params))
  if (envelope.query !== '') h.set('query', asciiJson(envelope.query))
  if (envelope.idempotency_key !== undefined) h.set('idempotency-key', asciiJson(envelope.idempotency_key))
  if (envelope.client !== undefined) h.set('client', asciiJson(envelope.client))
  if (envelope.if_match !== undefined) h.set('if-match', asciiJson(envelope.if_match))
  if (envelope.traceparent !== undefined) h.set('traceparent', envelope.traceparent)
  return h
}

export interface ReceivedEnvelope extends Omit<Envelope, 'op_id'> {
  op: OpId
}

/** @throws invalid_data if no gateway or service of ours would send such a message */
export function decodeEnvelope(h: MsgHdrs | undefined): ReceivedEnvelope {
  const op = parseOpId(h?.get('op-id') ?? '')
  const deadline = Number(h?.get('deadline'))
  if (!h || !op || !(deadline > 0)) throw invalidData('The message carries no usable envelope')
  try {
    const envelope: ReceivedEnvelope = {
      request_id: h.get('request-id'),
      http_id: h.get('http-id'),
      op,
      attempt: Number(h.get('attempt')) || 1,
      deadline,
      actor: actorFrom(h.get('actor')),
      params: paramsFrom(h.get('params')),
      query: jsonHeader(h, 'query') ?? '',
    }
    if (h.get('contested') === '1') envelope.contested = true
    const idempotencyKey = jsonHeader(h, 'idempotency-key')
    if (idempotencyKey !== undefined) envelope.idempotency_key = idempotencyKey
    const client = jsonHeader(h, 'client')
    if (client !== undefined) envelope.client = client
    const ifMatch = jsonHeader(h, 'if-match')
    if (ifMatch !== undefined) envelope.if_match = ifMatch
    const traceparent = h.get('traceparent')
    if (traceparent) envelope.traceparent = traceparent
    return envelope
  } catch (error) {
    if (error instanceof OperationError) throw error
    throw invalidData('The message carries no usable envelope')
  }
}

function actorFrom(text: string): Actor {
  const actor: unknown = JSON.parse(text || 'null')
  if (typeof actor !== 'object' || actor === null || !('type' in actor)) throw new OperationError('unauthorized', 'Unauthorized')
  return actor as Actor
}

function paramsFrom(text: string): Record<string, string> {
  const params: unknown = JSON.parse(text || '{}')
  if (typeof params !== 'object' || params === null) throw new TypeError('not an object')
  return params as Record<string, string>
}

function jsonHeader(h: MsgHdrs, name: string): string | undefined {
  const text = h.get(name)
  if (!text) return undefined
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'string') throw new TypeError('not a text')
  return value
}

/** JSON with everything but printable ASCII escaped: header values are sent as single-byte text. */
const asciiJson = (value: unknown): string => JSON.stringify(value).replace(NOT_ASCII, escaped)
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are escaped
const NOT_ASCII = /[\u0000-\u001f\u007f-\uffff]/g
const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** An envelope for a call that a service makes on its own behalf. */
export function ownEnvelope(service: string, deadlineMs: number): Envelope {
  const now = Date.now()
  const opId = mintOpId(now)
  return {
    request_id: opId,
    http_id: opId,
    op_id: opId,
    attempt: 1,
    deadline: now + deadlineMs,
    actor: { type: 'service', id: service },
    params: {},
    query: '',
  }
}

/** The same for background work: nobody waits for it, and nobody retries it before its next round. */
export const backgroundEnvelope = (service: string, deadlineMs: number): Envelope => ({
  ...ownEnvelope(service, deadlineMs),
  patient: true,
})
