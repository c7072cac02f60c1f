import { createShortCache } from '@souk/runtime'

/** Longest time for a count: requests with different deadlines share it, so it has its own. */
const COUNT_MS = 5000

/** How many records lists find, by list. A large count may be up to a second old; a small one is read each time. */
export function createKeptCounts() {
  const counts = createShortCache<number>({ ttl_ms: 1000, keeps: (count) => count > 100 })

  return {
    get: (key: string, count: (deadline: number) => Promise<number>): Promise<number> =>
      counts.get(key, () => count(Date.now() + COUNT_MS)),
  }
}
