const SHARE = 0.1
const FLOOR_PER_SECOND = 5
const MAX_TOKENS = 200

/** A token bucket: retries are a tenth of all requests, with a floor of 5 a second, so a dead backend is never hit harder. */
export function createRetryBudget(now: () => number = performance.now.bind(performance)) {
  let tokens = MAX_TOKENS
  let refilledAt = now()
  return {
    /** Every request earns a share of a retry. */
    earn() {
      tokens = Math.min(MAX_TOKENS, tokens + SHARE)
    },
    /** @returns false when the budget is spent */
    take(): boolean {
      const at = now()
      tokens = Math.min(MAX_TOKENS, tokens + ((at - refilledAt) / 1000) * FLOOR_PER_SECOND)
      refilledAt = at
      if (tokens < 1) return false
      tokens--
      return true
    },
  }
}

export type RetryBudget = ReturnType<typeof createRetryBudget>
