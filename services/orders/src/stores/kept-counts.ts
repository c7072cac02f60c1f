import { createShortCache } from '@souk/runtime'

/** How many records lists find, by list. A large count may be up to a second old; a small one is read each time. */
export function createKeptCounts() {
  const counts = createShortCache<number>({ ttl_ms: 1000, keeps: (count) => count > 100 })

  return {
    get: (key: string, count: (deadline: number) => Promise<number>): Promise<number> => counts.get(key, count),
  }
}
