const MAX_TOKENS = 200

export interface BudgetOptions {
  /** Attempts that each request earns. */
  share: number
  per_second: number
  /** The most that may be saved up; default 200. */
  most?: number
  now?: () => number
}

/**
 * A token bucket for attempts beyond a request's first: a share of all requests, with a floor per second, so trouble is never
 * multiplied.
 */
function createBudget({ share, per_second, most = MAX_TOKENS, now = () => performance.now() }: BudgetOptions) {
  let tokens = most
  let refilledAt = now()
  return {
    /** Every request earns its share. */
    earn() {
      tokens = Math.min(most, tokens + share)
    },
    /** @returns false when the budget is spent */
    take(): boolean {
      const at = now()
      tokens = Math.min(most, tokens + ((at - refilledAt) / 1000) * per_second)
      refilledAt = at
      if (tokens < 1) return false
      tokens--
      return true
    },
  }
}

export type AttemptBudget = ReturnType<typeof createBudget>

/** For requests without an answer in time: a dead service is never hit harder. */
export const createRetryBudget = () => createBudget({ share: 0.1, per_second: 5 })

/** For second attempts at requests that may well be answered yet: at most one in twenty requests is asked twice. */
export const createHedgeBudget = () => createBudget({ share: 0.05, per_second: 1, most: 50 })
