import type { LoadRequest } from '../client.ts'
import type { Outcome } from '../load.ts'
import type { Verification } from './part.ts'

/** The requests of each client of a race, one after the other, and the check of their traces. */
export interface Race {
  each: (client: number) => Iterable<LoadRequest>
  verify: (outcomes: readonly Outcome[]) => Promise<Verification>
}
