interface Entry<V> {
  value: Promise<V>
  /** Epoch ms. */
  expires_at: number
}

interface CachedOptions {
  ttl_ms?: number
  max?: number
  now?: () => number
}

/**
 * Remembers what `load` returned for a key, for `ttl_ms` (default 1000) from when loading began. Callers that come while it is
 * being loaded share the load; a failed load is forgotten at once. At most `max` keys (default 10,000): the oldest go first.
 */
export function cached<K, V>(load: (key: K) => Promise<V>, { ttl_ms = 1000, max = 10_000, now = Date.now }: CachedOptions = {}) {
  const entries = new Map<K, Entry<V>>()
  return (key: K): Promise<V> => {
    const known = entries.get(key)
    if (known && known.expires_at > now()) return known.value

    const entry = { value: load(key), expires_at: now() + ttl_ms }
    entries.delete(key) // so that it is re-inserted as the youngest
    entries.set(key, entry)
    entry.value.catch(() => entries.get(key) === entry && entries.delete(key))
    for (const oldest of entries.keys()) {
      if (entries.size <= max) break
      entries.delete(oldest)
    }
    return entry.value
  }
}
