import { LRUCache } from 'lru-cache'

export interface ShortCacheOptions<V> {
  /** Counts from the beginning of a load; default 1000. */
  ttl_ms?: number
  /** How many entries at most; those that were used longest ago go first; default 10,000. */
  max?: number
  /** Whether a value may be handed out again; by default every one. */
  keeps?: (value: V) => boolean
  /** In ms, above 0; for tests. */
  now?: () => number
}

/**
 * A cache of values that change seldom. Requests for a value that is being loaded wait for the same load; a load that fails fails
 * for all that wait and is not kept. It holds promises instead of using lru-cache's `fetch`, which counts the age from when a
 * load ended, and fails callers that wait for a key that is forgotten meanwhile.
 */
export function createShortCache<V>({ ttl_ms = 1000, max = 10_000, keeps = () => true, now }: ShortCacheOptions<V> = {}) {
  const entries = new LRUCache<string, Promise<V>>({ max, ttl: ttl_ms, ...(now && { perf: { now }, ttlResolution: 0 }) })

  function get(key: string, load: () => Promise<V>): Promise<V> {
    const known = entries.get(key)
    if (known) return known
    const value = load()
    const forget = () => void (entries.peek(key) === value && entries.delete(key))
    entries.set(key, value)
    value.then((loaded) => keeps(loaded) || forget(), forget)
    return value
  }

  return { get, forget: (key: string) => void entries.delete(key) }
}

/** `load` with its results kept for a moment, by key. */
export function memoized<V>(load: (key: string) => Promise<V>, options?: ShortCacheOptions<V>): (key: string) => Promise<V> {
  const { get } = createShortCache<V>(options)
  return (key) => get(key, () => load(key))
}
