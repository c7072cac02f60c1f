import {
  type DomainEvent,
  type Event,
  invalidData,
  type ListQuery,
  notFound,
  type Operation,
  OperationError,
} from '@souk/contracts'
import type { Collection, Document, IndexDescription } from 'mongodb'
import { createAggregates } from './aggregate.ts'
import { changeRecord, type FoundRecord, found, type NextRecord, type RecordCommand } from './change-record.ts'
import { assertMatch } from './etag.ts'
import type { RequestOf } from './implement.ts'
import { shownAll } from './long-list.ts'
import { fromDocument, insertOnce, isDuplicateKey, type Stored, timeLeft, toDocument, WITHOUT_INTERNALS } from './mongo.ts'
import { firstEvents } from './outbox.ts'
import type { Outbox } from './outbox-relay.ts'
import { readPage } from './page.ts'
import { searchWords } from './search-words.ts'

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
  /** The field that says whose a record is: records are reached through `of(owner)` only. */
  tenant?: Tenant
  /** The fields whose words the list searches (`q`); needs an index that begins with `search_words`, or with tenant and these. */
  searched?: readonly string[]
  /** Beside that of all living records, the newest first. A unique one should hold among the living only. */
  indexes?: readonly IndexDescription[]
  /** What is told of a record; its ids are the record's fields of the same names. To live again counts as an update. */
  events?: { created?: Event; updated?: Event; deleted?: Event }
  /** Absent: events wait for a process that publishes them. */
  outbox?: Pick<Outbox, 'relay'> | undefined
}

/**
 * Plain records, each an aggregate of its own: created once per op, changed and deleted by the revision, dated, and told of. Deleted ones, and
 * those of other tenants, look like unknown ones.
 */
export function createRecords<T extends PlainRecord, Tenant extends keyof T & string = never>(
  collection: Collection<Stored<T>>,
  { noun, idPrefix, tenant, searched, indexes = [], events = {}, outbox }: RecordsOptions<T, Tenant>,
) {
  const sink = outbox?.relay(collection)
  const aggregates = createAggregates<T>(collection, { ...sink, searched })

  /** The records of one tenant; of collections without tenants, all. */
  function of(owner: T[Tenant] | undefined) {
    const isOwn = (record: T) => tenant === undefined || record[tenant] === owner
    const isVisible = (record: T) => isOwn(record) && record.deleted_at === null
    const missing = (id: string) => notFound(`${noun} with id: ${id} not found`)

    /** Undefined for unknown, deleted and foreign ones alike. */
    async function find(id: string, deadline: number): Promise<FoundRecord<T> | undefined> {
      const present = await aggregates.find(id, deadline)
      return present && isVisible(present.state) ? found(present) : undefined
    }

    /** @throws not_found */
    async function get(id: string, deadline: number): Promise<FoundRecord<T>> {
      const present = await find(id, deadline)
      if (!present) throw missing(id)
      return present
    }

    /**
     * A page of the records, as answers show it.
     * @param show what answers show of a batch, before `until` (epoch ms): a long page is read, shown and sent batch by batch
     */
    async function page<Shown>(
      query: ListQuery,
      deadline: number,
      show: (records: readonly T[], until: number) => Promise<readonly Shown[]>,
    ): Promise<{ records: Shown[]; count: number; offset: number; limit: number }> {
      const within = tenant ? { [tenant]: owner } : {}
      const { batches, count } = await readPage(collection, { within, query, projection: WITHOUT_INTERNALS, deadline })
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
     * @throws invalid_data when a unique value is taken
     */
    async function create(
      fields: Omit<T, keyof PlainRecord | Tenant>,
      { command, newIds }: Pick<RequestOf<Operation>, 'command' | 'newIds'>,
    ): Promise<FoundRecord<T>> {
      const id = newIds()(idPrefix)
      const now = new Date().toISOString()
      const dates = { created_at: now, updated_at: now, deleted_at: null }
      const record = { id, ...fields, ...(tenant && { [tenant]: owner }), ...dates } as unknown as T
      const document = toDocument(record, {
        ...firstEvents(told(events.created, record), now),
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
     * The record as `next` makes it, such as `patch(body)`; where that gives back the record that it got, nothing is written or told.
     * @throws not_found; invalid_data when a unique value is taken; what `next` refuses with
     */
    const update = (id: string, command: RecordCommand, next: NextRecord<T>): Promise<FoundRecord<T>> =>
      change(id, command, { next, visible: isVisible, event: events.updated })

    /** What is deleted already, or was never there, may be deleted as well, as at the peers. @returns undefined, then */
    async function remove(id: string, command: RecordCommand): Promise<FoundRecord<T> | undefined> {
      const next: NextRecord<T> = (record, { now }) => ({ ...record, deleted_at: now })
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
      return changeRecord(aggregates, id, { ...command, ...rest, missing: () => missing(id), taken, told: tell })
    }

    return { find, get, page, create, update, remove, restore }
  }

  function told(event: Event | undefined, record: T): DomainEvent[] {
    if (!event) return []
    const names = Object.keys(event.ids.shape) as (keyof T)[]
    return [event(Object.fromEntries(names.map((name) => [name, record[name]])) as Record<string, string>)]
  }

  /** What a client is told of a value that another living record has. */
  function taken(error: unknown): OperationError {
    const { keyValue = {} } = error as { keyValue?: Document }
    const named = Object.entries(keyValue).filter(([name]) => name !== 'deleted_at' && name !== tenant)
    return invalidData(`${noun} with ${named.map(([name, value]) => `${name}: ${value}`).join(', ')}, already exists.`)
  }

  const newest = { key: { ...(tenant && { [tenant]: 1 }), deleted_at: 1, created_at: -1, _id: -1 }, name: 'newest' } as const
  const ensureIndexes = async () => void (await collection.createIndexes([newest, ...indexes]))

  return (tenant ? { ensureIndexes, of } : { ensureIndexes, ...of(undefined) }) as unknown as [Tenant] extends [never]
    ? { ensureIndexes: typeof ensureIndexes } & ReturnType<typeof of>
    : { ensureIndexes: typeof ensureIndexes; of: (owner: T[Tenant]) => ReturnType<typeof of> }
}
