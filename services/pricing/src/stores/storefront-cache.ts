import { LRUCache } from 'lru-cache'

/** A cached answer to guests of a storefront. */
export interface Shown<V> {
  value: V
  /** Its approximate size in memory. */
  bytes: number
  /** The variants whose prices it shows, or might show. */
  variant_ids: readonly string[]
  /** When it changes by itself, in epoch ms, because a price list starts or ends. Null: never. */
  until: number | null
}

/**
 * Longest time that an entry is kept: a replica that was killed between a write and its notice notified nobody. The others clear
 * their cache once it falls silent; this bound covers writes that MongoDB applies even later.
 */
const LONGEST_MS = 30_000
/**
 * Categories, types, tags and options come from caches that may be a second old: an entry whose load began within a second after
 * a change may show them as they were before, and is only kept until that second is over.
 */
const SETTLED_MS = 1000
const MOST_ENTRIES = 10_000

interface Entry extends Omit<Shown<unknown>, 'until'> {
  until: number
}

export interface StorefrontCacheOptions {
  /** Bound of the whole cache; 0 disables it. */
  max_bytes: number
  /** How often the connection to NATS was lost and restored: notices may have been missed in between. */
  reconnects?: () => number
  /** In epoch ms; for tests. */
  now?: () => number
}

/**
 * Answers to guests, kept until a notice says that they changed. Requests for an entry that is being loaded share one load; a
 * load that began before a change is neither kept nor shared with later requests.
 */
export function createStorefrontCache({ max_bytes, reconnects = () => 0, now = Date.now }: StorefrontCacheOptions) {
  const entries = new LRUCache<string, Entry>({
    max: MOST_ENTRIES,
    maxSize: Math.max(1, max_bytes),
    sizeCalculation: ({ bytes }) => bytes,
  })
  const making = new Map<string, Promise<Shown<unknown>>>()
  let changes = 0
  let changedAt = 0
  let connection = reconnects()

  async function makeAndKeep<V>(key: string, make: () => Promise<Shown<V>>): Promise<V> {
    const [began, startedAt] = [changes, now()]
    const made = make()
    making.set(key, made)
    try {
      const { until, ...shown } = await made
      const settledAt = changedAt + SETTLED_MS
      const longest = startedAt < settledAt ? settledAt : now() + LONGEST_MS
      // A client may send a key of 32 KiB. Ids of variants are stored next to texts with their prices, which are longer.
      const bytes = Math.max(1, key.length + shown.bytes)
      if (began === changes && bytes <= max_bytes)
        entries.set(key, { ...shown, bytes, until: Math.min(until ?? longest, longest) })
      return shown.value
    } finally {
      if (making.get(key) === made) making.delete(key)
    }
  }

  function forgetAll() {
    changes++
    changedAt = now()
    entries.clear()
    making.clear()
  }

  return {
    /** Whether anything is kept at all. */
    isOn: max_bytes > 0,

    /** @param key contains everything that the value depends on, except for records whose changes are noticed */
    async get<V>(key: string, make: () => Promise<Shown<V>>): Promise<V> {
      if (max_bytes === 0) return (await make()).value
      if (connection !== reconnects()) {
        connection = reconnects()
        forgetAll()
      }
      const known = entries.get(key)
      if (known && known.until > now()) return known.value as V
      const others = making.get(key) as Promise<Shown<V>> | undefined
      return others ? (await others).value : makeAndKeep(key, make)
    },

    /** To be called after a change that any entry may show. */
    forgetAll,

    /** To be called after the prices of these variants changed. */
    forgetVariants(ids: ReadonlySet<string>) {
      changes++
      making.clear()
      for (const [key, { variant_ids }] of entries) if (variant_ids.some((id) => ids.has(id))) entries.delete(key)
    },
  }
}

export type StorefrontCache = ReturnType<typeof createStorefrontCache>
