import type { ListQuery } from '@souk/contracts'
import { type Collection, type Document, type Filter, MinKey } from 'mongodb'
import { findAll, findFirst, type Query } from './find-all.ts'
import { conditionsOf, type Paths, sortOf } from './list-conditions.ts'
import { timeLeft } from './mongo.ts'
import { batchesOf, only, readByIds, type Source } from './page-batches.ts'

export interface PageOptions {
  /** The condition that all records of the list meet, such as their owner. */
  within: Document
  query: ListQuery
  /** Undefined: the whole documents. */
  projection?: Document | undefined
  paths?: Paths
  /** Fields with a unique index, which suffices for ordering by them. */
  unique?: readonly string[]
  /** Counts all records of `within` that are not deleted, if there is a cheaper way than MongoDB's; for unfiltered lists. */
  countAll?: (() => Promise<number>) | undefined
  /** Wraps the counting of the query's records, to cache it. A count that is shared has a deadline of its own. */
  keptCount?: ((count: (until?: number) => Promise<number>) => Promise<number>) | undefined
  /**
   * The ids of all records that the query finds, in order, if they are cached: a page of up to 100 records is read by them.
   */
  keptIds?: (() => Promise<readonly string[] | undefined>) | undefined
  /**
   * The index of all records by `deleted_at` and date, as a hint: if deleted records are shown as well and nothing filters,
   * MongoDB would first try all indexes that begin with `deleted_at`, reading thousands of keys of each.
   */
  dated?: string | undefined
  /** Epoch ms, for the first batch. */
  deadline: number
}

export interface Page<D> {
  /** In the requested order; at least one batch, and only one unless the page is very long. */
  batches: AsyncIterable<readonly D[]>
  /** The number of all records that the query finds, not just of this page. */
  count: number
}

/** Records that the first query reads, as far as one reply of MongoDB holds them (16 MiB). */
const FIRST = 100
/** From this offset on, a page is found by the index alone: otherwise MongoDB reads each document that it skips. */
const DEEP = 500
/**
 * True of every record, deleted or not: without a condition on `deleted_at` a query cannot use indexes that begin with it.
 */
const DELETED_OR_NOT = { deleted_at: { $gte: new MinKey() } }

/**
 * A page of a list: one query, and another one to count unless the page tells the number. If a page is longer than 100 records,
 * or larger than 16 MiB, the first query finds its beginning and a second one the ids of the rest, which are read in batches as
 * they are needed. If deleted records are shown as well, all ids are found first, by the keys of an index.
 */
export async function readPage<D extends Document>(collection: Collection<D>, options: PageOptions): Promise<Page<D>> {
  const { query, keptIds } = options
  const reading = readingOf(collection, options)
  if (query.limit === 0) return { batches: only([]), count: await reading.count() }
  const isShort = query.limit <= FIRST
  const kept = isShort ? await keptIds?.() : undefined
  if (kept) return pageOfKept(reading, kept)
  return query.with_deleted || (isShort && query.offset >= DEEP) ? pageByIds(reading) : pageFromStart(reading)
}

/** One page, in MongoDB's terms. */
interface Reading<D extends Document> extends Source<D> {
  sort: Record<string, 1 | -1>
  offset: number
  limit: number
  /** The index for finding the ids of the page. */
  hint: { hint?: string }
  /** Counts all records that the query finds. */
  count: () => Promise<number>
}

function readingOf<D extends Document>(
  collection: Collection<D>,
  { within, query, projection, paths, unique, countAll, keptCount = (count) => count(), dated, deadline }: PageOptions,
): Reading<D> {
  const { offset, limit, order } = query
  const filter = filterOf<D>(within, query, paths)
  const isUnfiltered = query.filter.length === 0 && query.q === undefined
  const isByDate = order === undefined || (order.length === 1 && order[0]!.field === 'created_at')
  const hint = dated && query.with_deleted && isUnfiltered ? { hint: dated } : {}
  const countBy = (until = deadline) => collection.countDocuments(filter, { ...hint, ...timeLeft(until) })
  const countFound = () => keptCount(countBy)
  return {
    collection,
    filter,
    sort: sortOf(order, paths, unique),
    projection,
    offset,
    limit,
    hint: isByDate ? hint : {},
    count: countAll && isUnfiltered && !query.with_deleted ? countAll : countFound,
    deadline,
  }
}

/** A page whose ids are cached. */
async function pageOfKept<D extends Document>(reading: Reading<D>, kept: readonly string[]): Promise<Page<D>> {
  const { offset, limit } = reading
  return { batches: only(await readByIds(reading, kept.slice(offset, offset + limit))), count: kept.length }
}

/** A page that is read by ids, all of which are found first. */
async function pageByIds<D extends Document>(reading: Reading<D>): Promise<Page<D>> {
  const { collection, filter, sort, offset, limit, hint, deadline } = reading
  const wanted = await readIds(collection, { filter, sort, skip: offset, limit, ...hint }, deadline)
  const isLastPage = wanted.length < limit && (wanted.length > 0 || offset === 0)
  const first = await readByIds(reading, wanted.slice(0, FIRST))
  return {
    batches: batchesOf(reading, first, wanted.slice(FIRST)),
    count: isLastPage ? offset + wanted.length : await reading.count(),
  }
}

/** A page of which the beginning is read at once, and only the ids of the rest. */
async function pageFromStart<D extends Document>(reading: Reading<D>): Promise<Page<D>> {
  const { collection, filter, projection, sort, offset, limit, deadline } = reading
  const asked = { filter, projection, sort, skip: offset, limit: Math.min(limit, FIRST) }
  const first = await findFirst(collection, asked, deadline)
  const goesOn = first.isCut || (limit > FIRST && first.documents.length === FIRST)
  const seen = offset + first.documents.length
  const rest = { filter, sort, skip: seen, limit: offset + limit - seen }
  const found = goesOn ? await readIds(collection, rest, deadline) : []
  const total = seen + found.length
  const isLastPage = total < offset + limit && (total > offset || offset === 0)

  // A record that moved down between the two queries, because of a newer one, must not be shown twice.
  const shown = new Set(first.documents.map(({ _id }) => _id))
  const ids = found.filter((id) => !shown.has(id))
  return { batches: batchesOf(reading, first.documents, ids), count: isLastPage ? total : await reading.count() }
}

/** The ids of all records that a query finds, in order; undefined if there are more than `most`. */
export async function findIds<D extends Document>(
  collection: Collection<D>,
  { within, query, paths, unique, deadline }: Pick<PageOptions, 'within' | 'query' | 'paths' | 'unique' | 'deadline'>,
  most: number,
): Promise<string[] | undefined> {
  const filter = filterOf<D>(within, query, paths)
  const found = await readIds(collection, { filter, sort: sortOf(query.order, paths, unique), limit: most + 1 }, deadline)
  return found.length > most ? undefined : (found as string[])
}

/** Reads no documents if an index covers the query. */
async function readIds<D extends Document>(collection: Collection<D>, asked: Omit<Query<D>, 'projection'>, deadline: number) {
  const found = await findAll(collection, { ...asked, projection: { _id: 1 } }, deadline)
  return found.map(({ _id }) => _id)
}

const filterOf = <D extends Document>(within: Document, query: ListQuery, paths: Paths | undefined) =>
  ({ ...within, ...(query.with_deleted && DELETED_OR_NOT), ...conditionsOf(query, paths) }) as Filter<D>
