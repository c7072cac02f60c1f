import type { LoadRequest } from '../client.ts'
import type { Outcome } from '../load.ts'
import type { Verification } from './part.ts'

/** What each client of a race sends, one request after the other, and how its traces are checked. */
export interface Race {
  each: (client: number) => Iterable<LoadRequest>
  verify: (outcomes: readonly Outcome[]) => Promise<Verification>
}
