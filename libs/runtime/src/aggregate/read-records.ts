import type { ListQuery, OperationError } from '@souk/contracts'
import type { Collection, Document, Filter } from 'mongodb'
import { findAll } from '../store/find-all.ts'
import { shownAll } from '../store/long-list.ts'
import { findIds, type PageOptions, readPage } from '../store/page.ts'
import type { createAggregates } from './aggregate.ts'
import { type FoundRecord, found } from './change-record.ts'
import type { PlainRecord } from './records-options.ts'
import { fromDocument, type Stored, WITHOUT_INTERNALS } from './stored.ts'

interface Readable<T extends PlainRecord> {
  aggregates: Pick<ReturnType<typeof createAggregates<T>>, 'find'>
  /** The condition that all of them meet, apart from not being deleted. */
  owned: Document
  isVisible(record: T): boolean
  unknown(id: string, change: boolean): OperationError
  /** The projection of pages. */
  listed: Document
  paths: Readonly<Record<string, string>> | undefined
  /** The name of the index of all records that are not deleted, newest first. */
  newest: string
}

/** Reads records that are not deleted: one, linked ones, and pages. */
export function createRecordReads<T extends PlainRecord>(
  collection: Collection<Stored<T>>,
  { aggregates, owned, isVisible, unknown, listed, paths, newest }: Readable<T>,
) {
  /** Undefined for unknown and deleted records, and for those of other owners. */
  async function find(id: string, deadline: number): Promise<FoundRecord<T> | undefined> {
    const present = await aggregates.find(id, deadline)
    return present && isVisible(present.state) ? found(present) : undefined
  }

  /** @throws not_found */
  async function get(id: string, deadline: number): Promise<FoundRecord<T>> {
    const present = await find(id, deadline)
    if (!present) throw unknown(id, false)
    return present
  }

  /** All matching records that are not deleted, oldest first: for linked records, never for a client's query. */
  async function list(filter: Filter<Stored<T>>, deadline: number): Promise<T[]> {
    const within = { ...filter, ...owned, deleted_at: null } as Filter<Stored<T>>
    const asked = { filter: within, projection: WITHOUT_INTERNALS, sort: { created_at: 1, _id: 1 } } as const
    return (await findAll(collection, asked, deadline)).map((document) => fromDocument<T>(document))
  }

  /**
   * A page of the records, as answers show it.
   * @param show turns a batch into the form of answers, before `until` (epoch ms): a long page is read, shown and sent in batches
   * @param among the condition that all records of the list meet besides the tenant; default: none
   * @param known results that need not be read from the database: see `PageOptions`
   */
  async function page<Shown>(
    query: ListQuery,
    deadline: number,
    show: (records: readonly T[], until: number) => Promise<readonly Shown[]>,
    among: Document = {},
    known: Pick<PageOptions, 'countAll' | 'keptCount' | 'keptIds'> = {},
  ): Promise<{ records: Shown[]; count: number; offset: number; limit: number }> {
    const within = { ...among, ...owned }
    const { batches, count } = await readPage(collection, {
      within,
      query,
      projection: listed,
      ...(paths && { paths }),
      ...known,
      dated: Object.keys(within).length === 0 ? newest : undefined,
      deadline,
    })
    const records = await shownAll(batches, deadline, (documents, until) =>
      show(
        documents.map((document) => fromDocument<T>(document)),
        until,
      ),
    )
    return { records, count, offset: query.offset, limit: query.limit }
  }

  /** The ids of all records of the list, in order, for `keptIds`; undefined if there are more than `most`. */
  const listIds = (query: ListQuery, deadline: number, among: Document, most: number) =>
    findIds(collection, { within: { ...among, ...owned }, query, ...(paths && { paths }), deadline }, most)

  return { find, get, list, page, listIds }
}
