import { errorBody, OperationError } from '@souk/contracts'
import type { ServiceReply } from './service-reply.ts'

const encoder = new TextEncoder()

export const statusOf = (error: unknown): number => (error instanceof OperationError ? error.status : 500)

/** The answer to an error; an unexpected one is not described. */
export function refusal(error: unknown, requestId: string): ServiceReply {
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
