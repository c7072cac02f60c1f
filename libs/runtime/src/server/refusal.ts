import { errorBody, OperationError } from '@souk/contracts'
import type { Answered } from './answer.ts'

/** An answer as it goes out: what a handler answered, or a refusal, with what its headers say. */
export interface Sendable extends Answered {
  retry_after?: number
  /** Why the service failed; set for 500 and above only. */
  error?: string
  /** Set when this answers a repeat with what was answered the first time. */
  replayed?: boolean
  /** Set for a refusal that is final: no attempt of the same request can be carried out any more. */
  settled?: boolean
  /** Set when a secret was guessed wrong; not for the repeat of a kept refusal. */
  failed_guess?: boolean
}

const encoder = new TextEncoder()

export const statusOf = (error: unknown): number => (error instanceof OperationError ? error.status : 500)

/** The answer that tells of an error; of an unexpected one, nothing but that it happened. */
export function refusal(error: unknown, requestId: string): Sendable {
  const status = statusOf(error)
  const data = encoder.encode(JSON.stringify(errorBody(error, requestId)))
  const retryAfter = error instanceof OperationError ? error.retry_after : undefined
  const kind = error instanceof OperationError ? error.kind : 'unexpected'
  return {
    status,
    data,
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(status >= 500 && { error: kind }),
    ...(error instanceof OperationError && error.failed_guess && { failed_guess: true }),
  }
}
