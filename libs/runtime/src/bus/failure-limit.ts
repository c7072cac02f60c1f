import { OperationError } from '@souk/contracts'
import type { ClientCounts } from './shared-counts.ts'

export interface FailureLimitOptions {
  /** Failures within a minute after which the client is refused until the minute is over. */
  max: number
  message?: string
}

/**
 * Limits guessing: a client with too many failures within a minute may not try again until the minute is over. Concurrent
 * attempts may exceed the limit by their number.
 */
export function createFailureLimit(
  failures: ClientCounts,
  { max, message = 'Too many failed attempts; try again later' }: FailureLimitOptions,
) {
  return {
    /** @throws rate_limited with the seconds to wait */
    assertAllowed(client: string) {
      const window = failures.get(client)
      if (!window || window.count < max) return
      const retry_after = Math.max(1, Math.ceil((window.ends_at - Date.now()) / 1000))
      throw new OperationError('rate_limited', message, { retry_after })
    },
    count: (client: string) => void failures.add(client),
  }
}

export type FailureLimit = ReturnType<typeof createFailureLimit>
