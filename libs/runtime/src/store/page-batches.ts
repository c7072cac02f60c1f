import type { Collection, Document, Filter } from 'mongodb'
import { decode, findAll, findBytes } from './find-all.ts'
import { LATER_BATCH_MS } from './long-list.ts'

/** Target size of a later batch, in bytes of BSON, and its maximum number of records. */
const BATCH = { bytes: 1024 * 1024, records: 500 }

/** Where a page's records are read. */
export interface Source<D extends Document> {
  collection: Collection<D>
  /** The condition of the list: a record that no longer meets it is left out. */
  filter: Filter<D>
  /** Undefined: the whole documents. */
  projection?: Document | undefined
  /** Epoch ms, for the first batch. */
  deadline: number
}

const among = <D extends Document>(ids: readonly unknown[], filter: Filter<D>) =>
  ({ $and: [{ _id: { $in: ids } }, filter] }) as unknown as Filter<D>

function inOrder<D extends Document>(documents: readonly D[], ids: readonly unknown[]): D[] {
  const byId = new Map(documents.map((document) => [document._id, document]))
  return ids.flatMap((id) => byId.get(id as D['_id']) ?? [])
}

/** The records with these ids, in this order. */
export async function readByIds<D extends Document>(
  { collection, filter, projection, deadline }: Source<D>,
  ids: readonly unknown[],
) {
  const found = ids.length === 0 ? [] : await findAll(collection, { filter: among(ids, filter), projection }, deadline)
  return inOrder(found, ids)
}

/** A page in one batch. */
export async function* only<D>(documents: D[]): AsyncGenerator<D[]> {
  yield documents
}

/** A page whose beginning has been read, and the rest of which is read by ids, batch by batch. */
export const batchesOf = <D extends Document>(reading: Source<D>, first: D[], later: readonly D['_id'][]) =>
  later.length === 0 ? only(first) : inPortions(reading, first, later)

/** Each batch is read while the previous one is being sent. */
async function* inPortions<D extends Document>(
  { collection, filter, projection }: Source<D>,
  first: D[],
  ids: readonly D['_id'][],
): AsyncGenerator<D[]> {
  let size = 8
  let at = 0
  async function read(): Promise<D[]> {
    const wanted = ids.slice(at, at + size)
    at += wanted.length
    const some = { filter: among(wanted, filter), projection }
    const found = await findBytes(collection, some, Date.now() + LATER_BATCH_MS)
    const bytes = found.reduce((sum, one) => sum + one.length, 0)
    const fitting = Math.floor((found.length * BATCH.bytes) / Math.max(bytes, 1))
    size = Math.max(1, Math.min(fitting, size * 4, BATCH.records))
    return inOrder(
      found.map((one) => decode<D>(one)),
      wanted,
    )
  }

  yield first
  let next: Promise<D[]> | undefined = read()
  while (next) {
    const portion: D[] = await next
    next = at < ids.length ? read() : undefined
    next?.catch(() => {}) // handled when it is awaited
    yield portion
  }
}
