import { LRUCache } from 'lru-cache'

/** Something that was made for guests of a storefront. */
export interface Shown<V> {
  value: V
  /** About how much memory the value takes. */
  bytes: number
  /** Whose prices it shows, or might show. */
  variant_ids: readonly string[]
  /** When it changes by itself, in epoch ms: a price list begins or ends. Null: never. */
  until: number | null
}

/**
 * How long an entry is kept at the most: a replica that was killed between its write and the notice of it told nobody. The
 * others forget all once it is silent; this is for a write that MongoDB carries out later still.
 */
const LONGEST_MS = 30_000
/**
 * Categories, types, tags and options come from caches that may be a second old: an entry that was made within a second after a
 * change may show them as they were before it, and is kept until that second is over.
 */
const SETTLED_MS = 1000
const MOST_ENTRIES = 10_000

interface Entry extends Omit<Shown<unknown>, 'until'> {
  until: number
}

export interface StorefrontCacheOptions {
  /** Bound of the whole cache; 0 keeps nothing. */
  max_bytes: number
  /** How often the connection to NATS was lost and made again: notices may have been missed meanwhile. */
  reconnects?: () => number
  /** In epoch ms; for tests. */
  now?: () => number
}

/**
 * Answers to guests, kept until a notice says that they changed. Requests for an entry that is being loaded share one load; a
 * load that began before a change is neither kept nor shared with requests that came after it.
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
    const began = changes
    const made = make()
    making.set(key, made)
    try {
      const { until, ...shown } = await made
      const settledAt = changedAt + SETTLED_MS
      const longest = now() < settledAt ? settledAt : now() + LONGEST_MS
      // A client may write a key of 32 KiB. Ids of variants are kept beside texts with their prices, which are longer.
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

    /** @param key names all that the value depends on, but for records whose changes are noticed */
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

    /** Something changed that anything may show. */
    forgetAll,

    /** The prices of these variants changed. */
    forgetVariants(ids: ReadonlySet<string>) {
      changes++
      making.clear()
      for (const [key, { variant_ids }] of entries) if (variant_ids.some((id) => ids.has(id))) entries.delete(key)
    },
  }
}

export type StorefrontCache = ReturnType<typeof createStorefrontCache>
