const MAX_TOKENS = 200

/** In ms; for tests. */
type Clock = () => number

interface BudgetOptions {
  /** Attempts that each request earns. */
  share: number
  per_second: number
  /** Capacity of the bucket; default 200. */
  most?: number
  now: Clock | undefined
}

/**
 * A token bucket for attempts beyond a request's first: a share of all requests, with a minimum per second, so that retries never
 * multiply a problem.
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

/** For retries of requests that were not answered in time: a failing service never gets much more load. */
export const createRetryBudget = (now?: Clock) => createBudget({ share: 0.1, per_second: 5, now })

/** For hedged requests, which may well still be answered: at most one request in twenty is sent twice. */
export const createHedgeBudget = (now?: Clock) => createBudget({ share: 0.05, per_second: 1, most: 50, now })
