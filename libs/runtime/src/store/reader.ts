import type { Collection, Document, Filter } from 'mongodb'
import { batched } from './batched.ts'
import { decode, findBytes } from './find-all.ts'
import { lazyLru } from './lazy-lru.ts'

interface Key {
  id: string
  /** Null for records that belong to no tenant. */
  tenant: string | null
}

export interface Wanted {
  id: string
  /** The caller's tenant; ignored for collections without one. */
  tenant?: string | null
  /** Epoch ms. */
  deadline: number
}

export interface ReaderOptions {
  /** The field that holds a document's tenant, such as `seller_id`; absent if the collection has none. */
  tenant?: string
  projection?: Document
}

/** A document with its length in BSON, which is its weight in a cache. */
export interface Sized<D> {
  document: D
  bytes: number
}

/** Longer documents are read separately from then on, so that others do not wait for them. */
const LONG_BYTES = 256 * 1024
const MAX_LONG = 1000

/**
 * Reads documents by id. Concurrent reads are batched into one query, which begins after each of them was requested. A document
 * is returned to its own tenant only, so foreign and unknown ids look alike. Nothing is cached.
 */
export function createReader<D extends Document & { _id: string }>(
  collection: Collection<D>,
  { tenant, projection }: ReaderOptions = {},
) {
  const load = batched(loadAll)
  const loadLong = lazyLru<string, typeof load>({ max: MAX_LONG })

  async function loadAll(keys: readonly Key[], deadline: number): Promise<(Sized<D> | undefined)[]> {
    const ids = [...new Set(keys.map(({ id }) => id))]
    const filter = { _id: ids.length === 1 ? ids[0] : { $in: ids } } as unknown as Filter<D>
    const found = await findBytes(collection, { filter, projection }, deadline)
    const byId = new Map(found.map(decoded<D>).map((one) => [one.document._id, one]))
    for (const [id, { bytes }] of byId) if (bytes > LONG_BYTES && !loadLong.has(id)) loadLong.set(id, batched(loadAll))
    return keys.map(({ id, tenant: owner }) => {
      const one = byId.get(id)
      return one && (tenant === undefined || one.document[tenant] === owner) ? one : undefined
    })
  }

  function findSized({ id, tenant: owner = null, deadline }: Wanted): Promise<Sized<D> | undefined> {
    const own = loadLong.size > 0 ? loadLong.get(id) : undefined
    return (own ?? load)({ id, tenant: owner }, deadline)
  }
  return { findSized, find: async (wanted: Wanted): Promise<D | undefined> => (await findSized(wanted))?.document }
}

const decoded = <D extends Document>(bytes: Uint8Array): Sized<D> => ({ document: decode<D>(bytes), bytes: bytes.length })
