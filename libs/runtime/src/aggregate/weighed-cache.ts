import { lazyLru } from '../store/lazy-lru.ts'

/** A state expires 30 s after its last use; those of one collection weigh at most 64 MiB in BSON. */
const LIMITS = { max: 5000, maxSize: 64 * 1024 * 1024, maxEntrySize: 4 * 1024 * 1024, ttl: 30_000, updateAgeOnGet: true }
const PURGE_MS = 5000

export interface WeighedCacheOptions {
  /** How long an entry lives after its last use, in ms; default 30 s. */
  ttl?: number
  /** How often expired states are removed, in ms; default 5 s. */
  purge_ms?: number
  /** In ms, above 0; for tests. */
  now?: () => number
}

/**
 * A cache of states by id, weighed by their length in BSON. Expired states are removed as others come in: otherwise they would
 * stay, with the answers made from them, until the cache is full.
 */
export function createWeighedCache<S extends { bytes: number }>({
  ttl = LIMITS.ttl,
  purge_ms = PURGE_MS,
  now,
}: WeighedCacheOptions = {}) {
  const clock = now && { perf: { now }, ttlResolution: 0 }
  const cache = lazyLru<string, S>({ ...LIMITS, ttl, ...clock, sizeCalculation: ({ bytes }) => bytes })
  const time = now ?? (() => performance.now())
  let purgedAt = time()

  return {
    get: (id: string) => cache.get(id),
    has: (id: string) => cache.has(id),
    peek: (id: string) => cache.peek(id),
    delete: (id: string) => void cache.delete(id),
    set(id: string, state: S) {
      cache.set(id, state)
      if (time() - purgedAt < purge_ms) return
      purgedAt = time()
      cache.purgeStale()
    },
    /** The number of entries, including expired ones. */
    get size() {
      return cache.size
    },
  }
}
