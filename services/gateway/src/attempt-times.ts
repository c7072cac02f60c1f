import type { Operation } from '@souk/contracts'

/** However slow a service is, a second attempt must still fit into the request's time. */
const MAX_MS = 2000
const WEIGHT = 1 / 16

interface Seen {
  mean: number
  deviation: number
}

/**
 * How long to wait for one attempt: what the contract says, or longer while the service takes longer, as TCP reckons its time-outs. A
 * service that is slow is not dead, and repeating what it works on already would only make it slower.
 */
export function createAttemptTimes() {
  const seen = new WeakMap<Operation, Seen>()
  return {
    /** In ms. */
    of(operation: Operation): number {
      const { mean, deviation } = seen.get(operation) ?? { mean: 0, deviation: 0 }
      return Math.min(Math.max(operation.attempt_ms, MAX_MS), Math.max(operation.attempt_ms, mean + 4 * deviation))
    },
    /** An attempt was answered after so long. */
    learn(operation: Operation, ms: number) {
      const before = seen.get(operation)
      if (!before) return void seen.set(operation, { mean: ms, deviation: ms / 2 })
      const { mean, deviation } = before
      const error = ms - mean
      seen.set(operation, { mean: mean + error * WEIGHT, deviation: deviation + (Math.abs(error) - deviation) * WEIGHT })
    },
  }
}

export type AttemptTimes = ReturnType<typeof createAttemptTimes>
