import { OperationError } from '@souk/contracts'

interface Options {
  /** Failed look-ups that one cart may have within a window. */
  max?: number
  window_ms?: number
  /** Carts remembered; beyond that the one that failed first is forgotten. */
  carts?: number
  now?: () => number
}

/**
 * Keeps clients from guessing gift card codes: after 20 failed look-ups within a minute a cart may look up none until the minute is
 * over. Counted in this replica's memory: with n replicas a cart has up to n times as many, and requests that are under way together
 * may exceed it by as many. Codes have some 80 random bits.
 */
export function createLookupLimit({ max = 20, window_ms = 60_000, carts = 10_000, now = Date.now }: Options = {}) {
  const failures = new Map<string, { count: number; until: number }>()

  const current = (cartId: string) => {
    const entry = failures.get(cartId)
    return entry && entry.until > now() ? entry : undefined
  }

  return {
    /** @throws rate_limited */
    assertAllowed(cartId: string) {
      const entry = current(cartId)
      if (!entry || entry.count < max) return
      const retry_after = Math.max(1, Math.ceil((entry.until - now()) / 1000))
      throw new OperationError('rate_limited', 'Too many failed gift card look-ups; try again later', { retry_after })
    },

    countFailure(cartId: string) {
      const entry = current(cartId)
      if (entry) {
        entry.count++
        return
      }
      failures.delete(cartId) // so that it is re-inserted as the youngest
      failures.set(cartId, { count: 1, until: now() + window_ms })
      for (const oldest of failures.keys()) {
        if (failures.size <= carts) break
        failures.delete(oldest)
      }
    },
  }
}

export type LookupLimit = ReturnType<typeof createLookupLimit>
