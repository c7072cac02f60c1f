export interface ShortCacheOptions<V> {
  /** From when loading began; default 1000. */
  ttl_ms?: number
  /** How many entries at most; the oldest go first; default 10,000. */
  max?: number
  /** Whether a value may be handed out again; by default every one. */
  keeps?: (value: V) => boolean
  now?: () => number
}

/**
 * Values that change seldom, remembered for a moment. Who asks while a value is being loaded waits for the same load; a load that
 * fails fails for all who wait and is not remembered.
 */
export function createShortCache<V>({
  ttl_ms = 1000,
  max = 10_000,
  keeps = () => true,
  now = Date.now,
}: ShortCacheOptions<V> = {}) {
  const entries = new Map<string, { value: Promise<V>; expires_at: number }>()

  function get(key: string, load: () => Promise<V>): Promise<V> {
    const known = entries.get(key)
    if (known && known.expires_at > now()) return known.value

    const entry = { value: load(), expires_at: now() + ttl_ms }
    const forget = () => void (entries.get(key) === entry && entries.delete(key))
    entries.delete(key) // so that it is re-inserted as the youngest
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

/** `load`, with what it answered remembered for a moment, by key. */
export function remembered<V>(load: (key: string) => Promise<V>, options?: ShortCacheOptions<V>): (key: string) => Promise<V> {
  const { get } = createShortCache<V>(options)
  return (key) => get(key, () => load(key))
}
