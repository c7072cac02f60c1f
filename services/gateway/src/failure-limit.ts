import { OperationError } from '@souk/contracts'
import { LRUCache } from 'lru-cache'

const WINDOW_MS = 60_000
const MAX_ADDRESSES = 10_000

/** Bounds guessing: counts an address's refused requests in fixed windows of a minute; honest requests are never limited. */
export function createFailureLimit(perAddress: number) {
  const windows = new LRUCache<string, { failures: number; endsAt: number }>({ max: MAX_ADDRESSES, ttl: WINDOW_MS })
  return {
    /** @throws rate_limited with the seconds to wait */
    assertAllowed(address: string) {
      const window = windows.get(address)
      if (!window || window.failures < perAddress) return
      const retry_after = Math.max(1, Math.ceil((window.endsAt - Date.now()) / 1000))
      throw new OperationError('rate_limited', 'Too many failed attempts; try again later', { retry_after })
    },
    count(address: string) {
      const window = windows.get(address)
      if (window) window.failures++
      else windows.set(address, { failures: 1, endsAt: Date.now() + WINDOW_MS })
    },
  }
}
