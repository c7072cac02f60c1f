import type { Collection, Document, Filter } from 'mongodb'
import { decode, findBytes } from './find-all.ts'
import { gathered } from './gathered.ts'

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
  /** The field that holds a document's tenant, such as `seller_id`; absent when the collection has none. */
  tenant?: string
  projection?: Document
}

/** A document, and how long it is in BSON: what it weighs in a cache. */
export interface Sized<D> {
  document: D
  bytes: number
}

/**
 * Reads documents by id; reads that are asked for at the same time become one query, which begins after each of them was asked for. A
 * document is handed to its own tenant only, so a foreign id and an unknown id look alike. Nothing is cached.
 */
export function createReader<D extends Document & { _id: string }>(
  collection: Collection<D>,
  { tenant, projection }: ReaderOptions = {},
) {
  const load = gathered(async (keys: readonly Key[], deadline): Promise<(Sized<D> | undefined)[]> => {
    const ids = [...new Set(keys.map(({ id }) => id))]
    const filter = { _id: ids.length === 1 ? ids[0] : { $in: ids } } as unknown as Filter<D>
    const found = await findBytes(collection, { filter, projection }, deadline)
    const byId = new Map(found.map(decoded<D>).map((one) => [one.document._id, one]))
    return keys.map(({ id, tenant: owner }) => {
      const one = byId.get(id)
      return one && (tenant === undefined || one.document[tenant] === owner) ? one : undefined
    })
  })

  const findSized = ({ id, tenant: owner = null, deadline }: Wanted) => load({ id, tenant: owner }, deadline)
  return { findSized, find: async (wanted: Wanted): Promise<D | undefined> => (await findSized(wanted))?.document }
}

const decoded = <D extends Document>(bytes: Uint8Array): Sized<D> => ({ document: decode<D>(bytes), bytes: bytes.length })
