import {
  type BodyOf,
  deadlineExceeded,
  ERRORS,
  type ErrorKind,
  type Operation,
  OperationError,
  type ParamsOf,
  type Problem,
  type ResponseOf,
  stringify,
  unavailable,
} from '@souk/contracts'
import { type Envelope, encodeEnvelope } from './envelope.ts'
import { NoReplyError } from './no-reply.ts'
import { createQuery } from './query.ts'
import type { Replicas } from './replicas.ts'
import { textOf } from './reply.ts'

interface CallInput<O extends Operation> {
  params?: ParamsOf<O>
  body?: BodyOf<O>
  query?: string
}

const EMPTY = new Uint8Array(0)
const encoder = new TextEncoder()

/** How a service calls another: the caller's envelope is passed on, with the rest of its deadline. */
export function createCall(replicas: Replicas) {
  const query = createQuery(replicas)

  /**
   * Calls another service's operation and waits for its `attempt_ms`, at most until the envelope's deadline; under a `patient`
   * envelope, until the deadline. Such operations change nothing, or may safely be repeated, so a late call may be sent to a
   * second replica as well. After a failure, the caller's own caller retries.
   * @throws the callee's own refusal; `payload_too_large` if NATS does not accept it; `deadline_exceeded` if there is no time
   * left; `unavailable` if it could not be reached in time, and for its failures (5xx): see `isUntaken`
   */
  return async function call<O extends Operation>(operation: O, input: CallInput<O>, envelope: Envelope): Promise<ResponseOf<O>> {
    const left = envelope.deadline - Date.now()
    const remaining = envelope.patient ? left : Math.min(left, operation.attempt_ms)
    if (remaining <= 0) throw deadlineExceeded()
    const { idempotency_key: _key, client: _client, if_match: _match, contested: _contested, ...passed } = envelope
    const params = (input.params ?? {}) as Record<string, string>
    const headersOf = (attempt: number) => encodeEnvelope({ ...passed, params, query: input.query ?? '', attempt })
    const data = input.body === undefined ? EMPTY : encoder.encode(stringify(input.body))
    const { status, text, retry_after } = await wholeReply(operation, headersOf, data, remaining).catch((error: unknown) => {
      throw error instanceof OperationError ? error : unavailable(undefined, error)
    })
    if (status < 400) return JSON.parse(text)
    throw refusalFrom(status, text, retry_after)
  }

  async function wholeReply(...asked: Parameters<typeof query>) {
    const reply = await query(...asked)
    return { status: reply.status, text: await textOf(reply), retry_after: reply.retry_after }
  }
}

/** Whether a call failed before any replica received it, and so was not carried out. */
export const isUntaken = (error: unknown): boolean =>
  error instanceof OperationError &&
  (error.kind === 'deadline_exceeded' || (error.cause instanceof NoReplyError && error.cause.reason === 'no-responders'))

/**
 * For an answer that can do without what another service was asked for: `.catch(ifUnanswered([]))`.
 * @throws every error but those of a service that could not be reached, or failed
 */
export const ifUnanswered =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (error instanceof OperationError && error.status >= 500) return fallback
    throw error
  }

/**
 * The callee's refusal, which becomes our own, with the time after which it may be asked again; its 5xx become `unavailable`, so
 * that the gateway may retry.
 */
function refusalFrom(status: number, text: string, retry_after: string | undefined): OperationError {
  const body = jsonOrNothing(text)
  if (status >= 500 || !body) return unavailable(undefined, body ?? text.slice(0, 200))
  const kinds = Object.entries(ERRORS as Record<string, { status: number; type: string; code?: string }>).filter(
    ([, entry]) => entry.status === status,
  )
  const same =
    kinds.find(([, { type, code }]) => type === body.type && code === body.code) ??
    kinds.find(([, { type }]) => type === body.type)
  const [kind] = same ?? kinds[0] ?? ['invalid_data']
  const { code, errors } = body
  return new OperationError(kind as ErrorKind, String(body.message), {
    code,
    errors,
    ...(retry_after !== undefined && { retry_after: Number(retry_after) }),
  })
}

function jsonOrNothing(text: string): { type?: string; code?: string; message?: string; errors?: Problem[] } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
