export interface ShortCacheOptions<V> {
  ttl_ms: number
  /** How many entries at most; the oldest go first. */
  max: number
  /** Whether a value may be handed out again; by default every one. */
  keeps?: (value: V) => boolean
}

/**
 * Values that change seldom, remembered for a moment. Who asks while a value is being loaded waits for the same load; a load that
 * fails fails for all who wait and is not remembered.
 */
export function createShortCache<V>({ ttl_ms, max, keeps = () => true }: ShortCacheOptions<V>) {
  const entries = new Map<string, { value: Promise<V>; expires_at: number }>()

  function get(key: string, load: () => Promise<V>): Promise<V> {
    const known = entries.get(key)
    if (known && known.expires_at > Date.now()) return known.value

    const entry = { value: load(), expires_at: Date.now() + ttl_ms }
    const forget = () => void (entries.get(key) === entry && entries.delete(key))
    entries.delete(key)
    entries.set(key, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= max) break
      entries.delete(oldest)
    }
    entry.value.then((value) => keeps(value) || forget(), forget)
    return entry.value
  }

  return { get, forget: (key: string) => void entries.delete(key) }
}
