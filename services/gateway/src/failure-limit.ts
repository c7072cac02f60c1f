import { OperationError } from '@souk/contracts'
import type { ClientCounts } from './shared-counts.ts'

/**
 * Bounds guessing: who guessed wrong that often within a minute may not try again until it is over. What succeeds or is refused for
 * another reason does not count, unless the operation counts all. Guesses under way together may exceed the bound by their number.
 */
export function createFailureLimit(guesses: ClientCounts, perClient: number) {
  return {
    /** @throws rate_limited with the seconds to wait */
    assertAllowed(client: string) {
      const window = guesses.get(client)
      if (!window || window.count < perClient) return
      const retry_after = Math.max(1, Math.ceil((window.ends_at - Date.now()) / 1000))
      throw new OperationError('rate_limited', 'Too many failed attempts; try again later', { retry_after })
    },
    count: (client: string) => void guesses.add(client),
  }
}
