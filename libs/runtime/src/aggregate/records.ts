import { type DomainEvent, type Event, invalidData, type ListQuery, notFound, OperationError } from '@souk/contracts'
import type { Collection, Document, Filter, IndexDescription } from 'mongodb'
import { assertMatch } from '../etag.ts'
import type { NewId } from '../ids.ts'
import { findAll } from '../store/find-all.ts'
import { insertAllOnce } from '../store/insert-all-once.ts'
import { shownAll } from '../store/long-list.ts'
import { insertOnce, timeLeft } from '../store/mongo.ts'
import { isDuplicateKey } from '../store/mongo-errors.ts'
import { readPage } from '../store/page.ts'
import { type Searched, searchWords } from '../store/search-words.ts'
import { createAggregates } from './aggregate.ts'
import { changeRecord, type FoundRecord, found, type NextRecord, type RecordCommand } from './change-record.ts'
import type { EventRelay } from './event-relay.ts'
import { firstEvents, WAITING_EVENTS } from './outbox.ts'
import { fromDocument, type Stored, toDocument, WITHOUT_INTERNALS } from './stored.ts'

/** What every plain record has beside its own fields. */
export interface PlainRecord {
  id: string
  /** ISO 8601, as the others. */
  created_at: string
  updated_at: string
  /** Null while it lives. */
  deleted_at: string | null
}

export interface RecordsOptions<T, Tenant extends keyof T & string> {
  /** What refusals call a record: `Customer group with id: … not found`. */
  noun: string
  /** Of new ids, such as `cusgroup`. */
  idPrefix: string
  /** What a client is told of an id that is nobody's, where the peers say it otherwise; `change`: when it was to be changed. */
  missing?: (id: string, change: boolean) => string
  /**
   * What a client is told of a unique value that another living record has, where the peers say it otherwise; undefined: as
   * usual.
   */
  taken?: (values: Document) => string | undefined
  /** The field that says whose a record is: records are reached through `of(owner)` only. */
  tenant?: Tenant
  /** The fields whose words the list searches (`q`); needs an index that begins with `search_words`, or with tenant and these. */
  searched?: Searched
  /** Where a document keeps what the list filters or sorts by, where that has another name. */
  paths?: Readonly<Record<string, string>>
  /** Fields that pages leave out, because they may be long. */
  unlisted?: readonly (keyof T & string)[]
  /** Beside that of all living records, the newest first. A unique one should hold among the living only. */
  indexes?: readonly IndexDescription[]
  /** What is told of a record; its ids are the record's fields of the same names. To live again counts as an update. */
  events?: { created?: Event; updated?: Event; deleted?: Event }
  /** Absent: events wait for a process that publishes them. */
  outbox?: EventRelay | undefined
}

/** What a request brings along for a new record. */
export interface NewRecordRequest {
  command: Required<Pick<RecordCommand, 'deadline' | 'fate'>>
  /** The same ids each time it is called. */
  newIds(): NewId
}

/**
 * Plain records, each an aggregate of its own: created once per op, changed and deleted by the revision, dated, and told of.
 * Deleted ones, and those of other tenants, look like unknown ones.
 */
export function createRecords<T extends PlainRecord, Tenant extends keyof T & string = never>(
  collection: Collection<Stored<T>>,
  {
    noun,
    idPrefix,
    missing,
    taken: takenText,
    tenant,
    searched,
    paths,
    unlisted = [],
    indexes = [],
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

    /** All that live and match, the oldest first: for what is linked to others, never for what a client asked. */
    async function list(filter: Filter<Stored<T>>, deadline: number): Promise<T[]> {
      const within = { ...filter, ...owned, deleted_at: null } as Filter<Stored<T>>
      const asked = { filter: within, projection: WITHOUT_INTERNALS, sort: { created_at: 1, _id: 1 } } as const
      return (await findAll(collection, asked, deadline)).map((document) => fromDocument<T>(document))
    }

    /**
     * A page of the records, as answers show it.
     * @param show what answers show of a batch, before `until` (epoch ms): a long page is read, shown and sent batch by batch
     * @param among what all records of the list have in common beside the tenant; default: nothing
     * @param countAll see `PageOptions`
     */
    async function page<Shown>(
      query: ListQuery,
      deadline: number,
      show: (records: readonly T[], until: number) => Promise<readonly Shown[]>,
      among: Document = {},
      countAll?: () => Promise<number>,
    ): Promise<{ records: Shown[]; count: number; offset: number; limit: number }> {
      const within = { ...among, ...owned }
      const { batches, count } = await readPage(collection, {
        within,
        query,
        projection: listed,
        ...(paths && { paths }),
        countAll,
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

    /**
     * The new record. A repeat of the same request finds it there, and answers it as it is by then.
     * @param beside what is told of it beyond `events`, with more than its fields
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
     * @param refused makes the refusal of what is told of a unique value that is taken, and of its place among the records
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
     * The record as `next` makes it, such as `patch(body)`; where that gives back the record that it got, nothing is written or
     * told.
     * @throws not_found; invalid_data when a unique value is taken; what `next` refuses with
     */
    const update = (id: string, command: RecordCommand, next: NextRecord<T>): Promise<FoundRecord<T>> =>
      change(id, command, { next, visible: isVisible, event: events.updated })

    /**
     * What is deleted already, or was never there, may be deleted as well, as at the peers.
     * @param last what changes beside, or why it must not go @returns undefined when there was none
     */
    async function remove(
      id: string,
      command: RecordCommand,
      last: NextRecord<T> = (record) => record,
    ): Promise<FoundRecord<T> | undefined> {
      const next: NextRecord<T> = (record, context) => ({ ...last(record, context), deleted_at: context.now })
      try {
        return await change(id, command, { next, visible: isVisible, event: events.deleted })
      } catch (error) {
        if (!(error instanceof OperationError && error.kind === 'not_found')) throw error
        assertMatch(command.if_match, undefined)
        return undefined
      }
    }

    /** Makes a deleted record live again. @throws as `update` */
    function restore(id: string, command: RecordCommand): Promise<FoundRecord<T>> {
      const next: NextRecord<T> = (record) => (record.deleted_at === null ? record : { ...record, deleted_at: null })
      return change(id, command, { next, visible: isOwn, event: events.updated })
    }

    function change(
      id: string,
      command: RecordCommand,
      { event, ...rest }: { next: NextRecord<T>; visible: (record: T) => boolean; event: Event | undefined },
    ) {
      const tell = (record: T) => told(event, record)
      return changeRecord(aggregates, id, { ...command, ...rest, missing: () => unknown(id), taken, told: tell })
    }

    return { find, get, list, page, create, createAll, update, remove, restore }
  }

  function told(event: Event | undefined, record: T): DomainEvent[] {
    if (!event) return []
    const names = Object.keys(event.ids.shape) as (keyof T)[]
    return [event(Object.fromEntries(names.map((name) => [name, record[name]])) as Record<string, string>)]
  }

  /** What a client is told of a value that another living record has. */
  function taken(error: unknown): OperationError {
    const { keyValue = {} } = error as { keyValue?: Document }
    const named = Object.entries(keyValue).filter(([name, value]) => name !== 'deleted_at' && name !== tenant && value !== null)
    return invalidData(
      takenText?.(keyValue) ?? `${noun} with ${named.map(([name, value]) => `${name}: ${value}`).join(', ')}, already exists.`,
    )
  }

  const newest = { key: { ...(tenant && { [tenant]: 1 }), deleted_at: 1, created_at: -1, _id: -1 }, name: 'newest' } as const
  const ensureIndexes = async () => void (await collection.createIndexes([newest, WAITING_EVENTS, ...indexes]))

  const ofTenant = (owner: unknown) => of({ field: tenant!, owner })

  /** The same for one owner, where others see the records of all. @param refusal of those that are not the owner's, or not there */
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
