import type { Operation } from '@souk/contracts'

/** However slow a service is, a second attempt must still fit into the request's deadline. */
const MAX_MS = 2000
/** The weight of the latest attempt in the moving averages. */
const WEIGHT = 1 / 16
/** A query is never hedged earlier than this, however fast others were. */
const MIN_HEDGE_MS = 75

interface Seen {
  mean: number
  deviation: number
}

/**
 * How long to wait for one attempt: as long as the contract says, or longer while the service is slower, by TCP's formula for
 * retransmission time-outs (RFC 6298). A slow service is not dead, and repeating its work would only make it slower.
 */
export function createAttemptTimeouts() {
  const seen = new WeakMap<Operation, Seen>()

  /** In ms: about the 99th percentile of recent attempts; 0 while nothing is known. */
  function usual(operation: Operation): number {
    const { mean, deviation } = seen.get(operation) ?? { mean: 0, deviation: 0 }
    return mean + 4 * deviation
  }

  /** The time-out of an attempt, in ms. */
  function of(operation: Operation): number {
    return Math.min(Math.max(operation.attempt_ms, MAX_MS), Math.max(operation.attempt_ms, usual(operation)))
  }

  return {
    of,
    /**
     * After how long a query may be sent to a second replica as well, in ms: sending it twice does no harm, so there is no need
     * to be sure.
     */
    hedgeOf: (operation: Operation): number => Math.min(of(operation), Math.max(MIN_HEDGE_MS, usual(operation))),
    /** Records that an attempt was answered after so many ms. */
    learn(operation: Operation, ms: number) {
      const before = seen.get(operation)
      if (!before) return void seen.set(operation, { mean: ms, deviation: ms / 2 })
      const { mean, deviation } = before
      const error = ms - mean
      seen.set(operation, { mean: mean + error * WEIGHT, deviation: deviation + (Math.abs(error) - deviation) * WEIGHT })
    },
  }
}

export type AttemptTimeouts = ReturnType<typeof createAttemptTimeouts>
