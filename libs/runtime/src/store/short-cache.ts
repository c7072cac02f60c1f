import { lazyLru } from './lazy-lru.ts'
import { sharedDeadline } from './shared-load.ts'

export interface ShortCacheOptions<V> {
  /** Counted from the beginning of the load; default 1000. */
  ttl_ms?: number
  /** Most entries; the least recently used ones are evicted; default 10,000. */
  max?: number
  /** Whether a value may be cached; default: all. */
  keeps?: (value: V) => boolean
  /** In ms, above 0; for tests. */
  now?: () => number
}

/**
 * A cache of values that seldom change. Requests for a value that is being loaded share the load, which gets a deadline of its
 * own (epoch ms); a failed load rejects for all of them and is not cached. The cache holds promises instead of using lru-cache's
 * `fetch`, which counts the age from the end of a load, and fails callers that wait for a key that is evicted in the meantime.
 */
export function createShortCache<V>({ ttl_ms = 1000, max = 10_000, keeps = () => true, now }: ShortCacheOptions<V> = {}) {
  const entries = lazyLru<string, Promise<V>>({ max, ttl: ttl_ms, ...(now && { perf: { now }, ttlResolution: 0 }) })

  function get(key: string, load: (deadline: number) => Promise<V>): Promise<V> {
    const known = entries.get(key)
    if (known) return known
    const value = load(sharedDeadline())
    const forget = () => void (entries.peek(key) === value && entries.delete(key))
    entries.set(key, value)
    value.then((loaded) => keeps(loaded) || forget(), forget)
    return value
  }

  return { get, forget: (key: string) => void entries.delete(key) }
}
