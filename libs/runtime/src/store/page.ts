import type { ListQuery } from '@souk/contracts'
import type { Collection, Document, Filter } from 'mongodb'
import { decode, findAll, findBytes, findFirst } from './find-all.ts'
import { conditionsOf, type Paths, sortOf } from './list-conditions.ts'
import { timeLeft } from './mongo.ts'

export interface PageOptions {
  /** What all records of the list have in common: whose they are. */
  within: Document
  query: ListQuery
  /** Undefined: the whole documents. */
  projection?: Document | undefined
  paths?: Paths
  /** Fields with a unique index, which alone carries an order by them. */
  unique?: readonly string[]
  /** Counts all records of `within` that live, where that is cheaper than MongoDB's way; for lists that nothing filters. */
  countAll?: (() => Promise<number>) | undefined
  /** Epoch ms, for the first batch. */
  deadline: number
}

export interface Page<D> {
  /** In the order that was asked for; one batch at least, and only one unless the page is a very long one. */
  batches: AsyncIterable<D[]>
  /** Of all records that the query finds, on whatever page. */
  count: number
}

/** So many are read at once, and no more than one reply of MongoDB's holds (16 MiB). */
const FIRST = 100
/** What a later batch should hold, in bytes of BSON, and at the most in records. */
const BATCH = { bytes: 1024 * 1024, records: 500 }
const LATER_MS = 5000

/**
 * A page of a list: one query, and one to count when the page does not tell. Of a page that is longer than 100 records, or
 * larger than 16 MiB, the first query finds the beginning, a second one the ids of the rest, and these are read by portions as
 * they are needed.
 */
export async function readPage<D extends Document>(
  collection: Collection<D>,
  { within, query, projection, paths, unique, countAll, deadline }: PageOptions,
): Promise<Page<D>> {
  const { offset, limit, order } = query
  const filter = { ...within, ...conditionsOf(query, paths) } as Filter<D>
  const sort = sortOf(order, paths, unique)
  const isWhole = query.filter.length === 0 && query.q === undefined && !query.with_deleted
  const count = countAll && isWhole ? countAll : () => collection.countDocuments(filter, timeLeft(deadline))
  if (limit === 0) return { batches: only([]), count: await count() }

  const asked = { filter, projection, sort, skip: offset, limit: Math.min(limit, FIRST) }
  const first = await findFirst(collection, asked, deadline)
  const goesOn = first.isCut || (limit > FIRST && first.documents.length === FIRST)
  const seen = offset + first.documents.length
  const rest = goesOn ? { filter, projection: { _id: 1 }, sort, skip: seen, limit: offset + limit - seen } : undefined
  const found = rest ? (await findAll(collection, rest, deadline)).map(({ _id }) => _id) : []
  const total = seen + found.length
  const isLastPage = total < offset + limit && (total > offset || offset === 0)

  // A record that a newer one pushed to a later page is not shown twice.
  const shown = new Set(first.documents.map(({ _id }) => _id))
  const ids = found.filter((id) => !shown.has(id))
  const batches = ids.length === 0 ? only(first.documents) : inPortions(collection, first.documents, ids, { filter, projection })
  return { batches, count: isLastPage ? total : await count() }
}

async function* only<D>(documents: D[]): AsyncGenerator<D[]> {
  yield documents
}

/** Each portion is read while the one before it is on its way. */
async function* inPortions<D extends Document>(
  collection: Collection<D>,
  first: D[],
  ids: readonly D['_id'][],
  { filter, projection }: { filter: Filter<D>; projection: Document | undefined },
): AsyncGenerator<D[]> {
  let size = 8
  let at = 0
  async function read(): Promise<D[]> {
    const wanted = ids.slice(at, at + size)
    at += wanted.length
    const some = { filter: { $and: [{ _id: { $in: wanted } }, filter] } as Filter<D>, projection }
    const found = await findBytes(collection, some, Date.now() + LATER_MS)
    const bytes = found.reduce((sum, one) => sum + one.length, 0)
    const fitting = Math.floor((found.length * BATCH.bytes) / Math.max(bytes, 1))
    size = Math.max(1, Math.min(fitting, size * 4, BATCH.records))
    const byId = new Map(found.map((one) => decode<D>(one)).map((document) => [document._id, document]))
    return wanted.flatMap((id) => byId.get(id) ?? [])
  }

  yield first
  let next: Promise<D[]> | undefined = read()
  while (next) {
    const portion: D[] = await next
    next = at < ids.length ? read() : undefined
    next?.catch(() => {}) // it is told when it is awaited
    yield portion
  }
}
