import { type DomainEvent, type Event, invalidData, type ListQuery, notFound, OperationError } from '@souk/contracts'
import type { Collection, Document, Filter, IndexDescription } from 'mongodb'
import { assertMatch } from '../etag.ts'
import type { NewId } from '../ids.ts'
import { dropIndexes } from '../store/drop-indexes.ts'
import { findAll } from '../store/find-all.ts'
import { insertAllOnce } from '../store/insert-all-once.ts'
import { shownAll } from '../store/long-list.ts'
import { insertOnce, timeLeft } from '../store/mongo.ts'
import { isDuplicateKey } from '../store/mongo-errors.ts'
import { findIds, type PageOptions, readPage } from '../store/page.ts'
import { type Searched, searchWords } from '../store/search-words.ts'
import { createAggregates } from './aggregate.ts'
import { changeRecord, type FoundRecord, found, type NextRecord, type RecordCommand } from './change-record.ts'
import type { EventRelay } from './event-relay.ts'
import { firstEvents, WAITING_EVENTS } from './outbox.ts'
import { fromDocument, type Stored, toDocument, WITHOUT_INTERNALS } from './stored.ts'

/** The fields that every plain record has beside its own. */
export interface PlainRecord {
  id: string
  /** ISO 8601, as the others. */
  created_at: string
  updated_at: string
  /** Null while it lives. */
  deleted_at: string | null
}

export interface RecordsOptions<T, Tenant extends keyof T & string> {
  /** The record's name in refusals: `Customer group with id: … not found`. */
  noun: string
  /** Prefix of new ids, such as `cusgroup`. */
  idPrefix: string
  /** The refusal of an unknown id, where the peers word it otherwise; `change`: the record was to be changed. */
  missing?: (id: string, change: boolean) => string
  /** The refusal of a unique value that another living record has, where the peers refuse it otherwise; undefined: as usual. */
  taken?: (values: Document) => string | OperationError | undefined
  /** The field with the id of a record's owner: records are reached through `of(owner)` only. */
  tenant?: Tenant
  /** The fields whose words the list searches (`q`); needs an index that begins with `search_words`, or with tenant and these. */
  searched?: Searched
  /** The paths of fields that the list filters or sorts by, where documents keep them elsewhere. */
  paths?: Readonly<Record<string, string>>
  /** Fields that pages leave out, because they may be long. */
  unlisted?: readonly (keyof T & string)[]
  /** Indexes beside that of all living records, the newest first. A unique one should hold among the living only. */
  indexes?: readonly IndexDescription[]
  /** Names of former indexes, to be dropped. */
  former_indexes?: readonly string[]
  /** The events of a record; their ids are the record's fields of the same names. Restoring counts as an update. */
  events?: { created?: Event; updated?: Event; deleted?: Event }
  /** Absent: events wait for a process that publishes them. */
  outbox?: EventRelay | undefined
}

/** The parts of a request that a new record needs. */
export interface NewRecordRequest {
  command: Required<Pick<RecordCommand, 'deadline' | 'fate'>>
  /** The same ids each time it is called. */
  newIds(): NewId
}

/**
 * Plain records, each an aggregate of its own: created once per op, changed and deleted by the revision, dated, with events.
 * Deleted ones, and those of other tenants, look like unknown ones.
 */
export function createRecords<T extends PlainRecord, Tenant extends keyof T & string = never>(
  collection: Collection<Stored<T>>,
  {
    noun,
    idPrefix,
    missing,
    taken: takenOtherwise,
    tenant,
    searched,
    paths,
    unlisted = [],
    indexes = [],
    former_indexes = [],
    events = {},
    outbox,
  }: RecordsOptions<T, Tenant>,
) {
  const sink = outbox?.relay(collection)
  const aggregates = createAggregates<T>(collection, { ...sink, searched })
  const listed = { ...WITHOUT_INTERNALS, ...Object.fromEntries(unlisted.map((name) => [name, 0])) }

  /** The records of one owner, to whom the others are as good as unknown; of nobody in particular, all. */
  function of(whose?: Whose<T>) {
    const isOwn = (record: T) => whose === undefined || record[whose.field] === whose.owner
    const isVisible = (record: T) => isOwn(record) && record.deleted_at === null
    const unknown = (id: string, change = true) =>
      whose?.refusal?.() ?? notFound(missing?.(id, change) ?? `${noun} with id: ${id} not found`)
    const owned = whose ? { [whose.field]: whose.owner } : {}

    /** Undefined for unknown, deleted and foreign ones alike. */
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

    /** All living records that match, the oldest first: for linked records, never for a client's query. */
    async function list(filter: Filter<Stored<T>>, deadline: number): Promise<T[]> {
      const within = { ...filter, ...owned, deleted_at: null } as Filter<Stored<T>>
      const asked = { filter: within, projection: WITHOUT_INTERNALS, sort: { created_at: 1, _id: 1 } } as const
      return (await findAll(collection, asked, deadline)).map((document) => fromDocument<T>(document))
    }

    /**
     * A page of the records, as answers show it.
     * @param show a batch as answers show it, before `until` (epoch ms): a long page is read, shown and sent batch by batch
     * @param among the condition that all records of the list meet beside the tenant; default: none
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
        dated: Object.keys(within).length === 0 ? newest.name : undefined,
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

    /** The ids of all that a page could show, in their order, for `keptIds`; undefined when there are more than `most`. */
    const listIds = (query: ListQuery, deadline: number, among: Document, most: number) =>
      findIds(collection, { within: { ...among, ...owned }, query, ...(paths && { paths }), deadline }, most)

    /**
     * The new record. A repeat of the same request finds it there, and answers it as it is by then.
     * @param beside its events beyond `events`, with more than its fields
     * @throws invalid_data when a unique value is taken
     */
    async function create(
      fields: Omit<T, keyof PlainRecord | Tenant>,
      { command, newIds }: NewRecordRequest,
      beside: readonly DomainEvent[] = [],
    ): Promise<FoundRecord<T>> {
      const id = newIds()(idPrefix)
      const now = new Date().toISOString()
      const dates = { created_at: now, updated_at: now, deleted_at: null }
      const record = { id, ...fields, ...owned, ...dates } as unknown as T
      const document = toDocument(record, {
        ...firstEvents([...told(events.created, record), ...beside], now),
        ...(searched && { search_words: searchWords(record, searched) }),
      })
      let refusal: unknown
      try {
        if (await insertOnce(collection as never, document, command.deadline, command.fate)) {
          sink?.onEvents(id, document.outbox)
          return { record, revision: 1 }
        }
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        refusal = taken(error) // unless it is an earlier attempt's record that has the value
      }
      const stored = await collection.findOne({ _id: id } as never, timeLeft(command.deadline))
      if (!stored) throw refusal
      command.fate.is = 'applied'
      return { record: fromDocument<T>(stored), revision: stored.revision }
    }

    /**
     * Many new records, with ids and dates of their own, in one command: all of them, or none. A repeat of the same request finds
     * them there, and answers them as they are made.
     * @param refused makes the refusal of a unique value that is taken, from the usual one and the record's place
     * @throws invalid_data as `refused` makes it
     */
    async function createAll(
      all: readonly T[],
      { deadline, fate }: NewRecordRequest['command'],
      refused: (refusal: OperationError, at: number) => OperationError,
    ): Promise<void> {
      const documents = all.map((one) => {
        const record = { ...one, ...owned }
        return toDocument(record, {
          ...firstEvents(told(events.created, record), record.created_at),
          ...(searched && { search_words: searchWords(record, searched) }),
        })
      })
      const { inserted, kept_out } = await insertAllOnce(collection as never, documents as never, deadline)
      const [first] = kept_out
      if (first) {
        await collection.deleteMany({ _id: { $in: inserted }, revision: 1 } as never, timeLeft(deadline))
        throw refused(taken(first.error), first.at)
      }
      if (all.length > 0) fate.is = 'applied'
      const own = new Set(inserted)
      for (const { _id, outbox: waiting } of documents) if (own.has(_id)) sink?.onEvents(_id, waiting)
    }

    /**
     * The record as `next` makes it, such as `patch(body)`; where that returns the record that it got, nothing is written and no
     * event sent.
     * @param eventOf the event of the changed record; default: that of every update
     * @throws not_found; invalid_data when a unique value is taken; the refusals of `next`
     */
    const update = (
      id: string,
      command: RecordCommand,
      next: NextRecord<T>,
      eventOf: (record: T) => Event | undefined = () => events.updated,
    ): Promise<FoundRecord<T>> => change(id, command, { next, visible: isVisible, eventOf })

    /**
     * Deleting a record that is deleted already, or never existed, succeeds, as at the peers.
     * @param last other changes, or the refusal to delete @returns undefined when there was none
     */
    async function remove(
      id: string,
      command: RecordCommand,
      last: NextRecord<T> = (record) => record,
    ): Promise<FoundRecord<T> | undefined> {
      const next: NextRecord<T> = (record, context) => ({ ...last(record, context), deleted_at: context.now })
      try {
        return await change(id, command, { next, visible: isVisible, eventOf: () => events.deleted })
      } catch (error) {
        if (!(error instanceof OperationError && error.kind === 'not_found')) throw error
        assertMatch(command.if_match, undefined)
        return undefined
      }
    }

    /** Makes a deleted record live again. @param first other changes, or the refusal to restore @throws as `update` */
    function restore(id: string, command: RecordCommand, first: NextRecord<T> = (record) => record): Promise<FoundRecord<T>> {
      const next: NextRecord<T> = (record, context) => {
        const restored = first(record, context)
        return restored.deleted_at === null ? restored : { ...restored, deleted_at: null }
      }
      return change(id, command, { next, visible: isOwn, eventOf: () => events.updated })
    }

    function change(
      id: string,
      command: RecordCommand,
      { eventOf, ...rest }: { next: NextRecord<T>; visible: (record: T) => boolean; eventOf: (record: T) => Event | undefined },
    ) {
      const tell = (record: T) => told(eventOf(record), record)
      const refusal = command.missing ?? (() => unknown(id))
      return changeRecord(aggregates, id, { ...command, ...rest, missing: refusal, taken, told: tell })
    }

    return { find, get, list, listIds, page, create, createAll, update, remove, restore }
  }

  function told(event: Event | undefined, record: T): DomainEvent[] {
    if (!event) return []
    const names = Object.keys(event.ids.shape) as (keyof T)[]
    return [event(Object.fromEntries(names.map((name) => [name, record[name]])) as Record<string, string>)]
  }

  /** The refusal of a value that another living record has. */
  function taken(error: unknown): OperationError {
    const { keyValue = {} } = error as { keyValue?: Document }
    const named = Object.entries(keyValue).filter(([name, value]) => name !== 'deleted_at' && name !== tenant && value !== null)
    const other = takenOtherwise?.(keyValue)
    if (other instanceof OperationError) return other
    return invalidData(other ?? `${noun} with ${named.map(([name, value]) => `${name}: ${value}`).join(', ')}, already exists.`)
  }

  const newest = { key: { ...(tenant && { [tenant]: 1 }), deleted_at: 1, created_at: -1, _id: -1 }, name: 'newest' } as const
  async function ensureIndexes() {
    await collection.createIndexes([newest, WAITING_EVENTS, ...indexes])
    await dropIndexes(collection, former_indexes)
  }

  const ofTenant = (owner: unknown) => of({ field: tenant!, owner })

  /**
   * The same for one owner, where others see the records of all.
   * @param refusal of those that are not the owner's, or not there
   */
  const ownedBy = <Field extends keyof T & string>(field: Field, owner: T[Field], refusal: () => OperationError) =>
    of({ field, owner, refusal })

  return (tenant ? { ensureIndexes, of: ofTenant } : { ensureIndexes, ...of(), ownedBy }) as unknown as [Tenant] extends [never]
    ? { ensureIndexes: typeof ensureIndexes; ownedBy: typeof ownedBy } & ReturnType<typeof of>
    : { ensureIndexes: typeof ensureIndexes; of: (owner: T[Tenant]) => ReturnType<typeof of> }
}

interface Whose<T> {
  field: keyof T & string
  owner: unknown
  /** Default: that of an unknown record. */
  refusal?: () => OperationError
}
