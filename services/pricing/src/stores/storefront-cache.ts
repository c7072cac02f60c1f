import { sharedDeadline } from '@souk/runtime'
import { LRUCache } from 'lru-cache'

/** A cached answer to guests of a storefront, or to administrators. */
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
const MAX_AGE_MS = 30_000
/**
 * Categories, types, tags and options come from caches that may be a second old: an entry whose load began within a second after
 * a change may show them as they were before, and is only kept until that second is over.
 */
const SETTLED_MS = 1000
const MAX_ENTRIES = 10_000
/** Lists and counts with longer keys are not cached: a filter may name thousands of ids. */
export const MAX_LIST_KEY_LENGTH = 2000
/** Memory for finding an entry by one of its variants. */
const LINK_BYTES = 200

interface Entry extends Omit<Shown<unknown>, 'until'> {
  until: number
}

/** Makes an entry by this deadline, in epoch ms: other requests may share the load. */
type Make<V> = (deadline: number) => Promise<Shown<V>>

/** An entry that is being made. */
interface Load {
  made: Promise<Shown<unknown>>
  showsPrices: boolean
  /** The variants whose prices changed since it began. */
  changed: ReadonlySet<string>[]
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
 * Answers that many callers share, kept until a notice says that they changed. Requests for an entry that is being loaded share
 * one load; a load that began before a change of something that it shows is neither kept nor shared with later requests.
 */
export function createStorefrontCache({ max_bytes, reconnects = () => 0, now = Date.now }: StorefrontCacheOptions) {
  const entries = new LRUCache<string, Entry>({
    max: MAX_ENTRIES,
    maxSize: Math.max(1, max_bytes),
    sizeCalculation: ({ bytes }) => bytes,
    dispose: unlink,
  })
  /** The keys of the entries that show each variant. */
  let keysOf = new Map<string, Set<string>>()
  const loads = new Set<Load>()
  /** The loads that later requests may share. */
  const making = new Map<string, Load>()
  let changes = 0
  let changedAt = 0
  let connection = reconnects()

  async function makeAndKeep<V>(key: string, make: Make<V>, showsPrices: boolean): Promise<V> {
    const [began, startedAt] = [changes, now()]
    const made = make(sharedDeadline())
    const load: Load = { made, showsPrices, changed: [] }
    loads.add(load)
    making.set(key, load)
    try {
      const { until, ...shown } = await made
      const settledAt = changedAt + SETTLED_MS
      const longest = startedAt < settledAt ? settledAt : now() + MAX_AGE_MS
      // A client may send a key of 32 KiB.
      const bytes = Math.max(1, key.length + LINK_BYTES * shown.variant_ids.length + shown.bytes)
      const isCurrent = began === changes && !load.changed.some((ids) => shown.variant_ids.some((id) => ids.has(id)))
      if (isCurrent && bytes <= max_bytes) keep(key, { ...shown, bytes, until: Math.min(until ?? longest, longest) })
      return shown.value
    } finally {
      loads.delete(load)
      if (making.get(key) === load) making.delete(key)
    }
  }

  function keep(key: string, entry: Entry) {
    entries.set(key, entry) // first unlinks the entry that it replaces
    for (const id of entry.variant_ids) keysOf.set(id, (keysOf.get(id) ?? new Set()).add(key))
  }

  function unlink({ variant_ids }: Entry, key: string) {
    if (keysOf.size === 0) return
    for (const id of variant_ids) {
      const keys = keysOf.get(id)
      keys?.delete(key)
      if (keys?.size === 0) keysOf.delete(id)
    }
  }

  function forgetAll() {
    changes++
    changedAt = now()
    keysOf = new Map() // first: then no entry is unlinked by itself
    entries.clear()
    making.clear()
  }

  return {
    /** Whether anything is kept at all. */
    isOn: max_bytes > 0,

    /**
     * @param key contains everything that the value depends on, except for records whose changes are noticed
     * @param showsPrices false if the value never shows a variant's price, so that changes of prices do not matter
     */
    async get<V>(key: string, make: Make<V>, { showsPrices = true } = {}): Promise<V> {
      if (max_bytes === 0) return (await make(sharedDeadline())).value
      if (connection !== reconnects()) {
        connection = reconnects()
        forgetAll()
      }
      const known = entries.get(key)
      if (known && known.until > now()) return known.value as V
      const others = making.get(key)?.made as Promise<Shown<V>> | undefined
      return others ? (await others).value : makeAndKeep(key, make, showsPrices)
    },

    /** To be called after a change that any entry may show. */
    forgetAll,

    /** To be called after the prices of these variants changed. */
    forgetVariants(ids: ReadonlySet<string>) {
      for (const load of loads) if (load.showsPrices) load.changed.push(ids)
      // Which variants a load shows is known only at its end.
      for (const [key, { showsPrices }] of making) if (showsPrices) making.delete(key)
      for (const id of ids) for (const key of keysOf.get(id) ?? []) entries.delete(key)
    },
  }
}

export type StorefrontCache = ReturnType<typeof createStorefrontCache>
