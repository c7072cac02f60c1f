import { type DomainEvent, type Event, invalidData, notFound, OperationError } from '@souk/contracts'
import type { Collection } from 'mongodb'
import { assertMatch } from '../etag.ts'
import { dropIndexes } from '../store/drop-indexes.ts'
import type { DuplicateKeyError } from '../store/mongo-errors.ts'
import { createAggregates } from './aggregate.ts'
import { unlessGone } from './change-each.ts'
import { changeRecord, type FoundRecord, type NextRecord, type RecordCommand } from './change-record.ts'
import { createNewRecords } from './new-records.ts'
import { WAITING_EVENTS } from './outbox.ts'
import { createRecordReads } from './read-records.ts'
import type { PlainRecord, RecordsOptions, Whose } from './records-options.ts'
import { type Stored, WITHOUT_INTERNALS } from './stored.ts'

/**
 * A store of plain records, each an aggregate of its own: created once per op, changed and deleted under the revision filter,
 * with dates and events. Deleted records and those of other tenants look like unknown ones.
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
    formerIndexes = [],
    events = {},
    outbox,
  }: RecordsOptions<T, Tenant>,
) {
  const sink = outbox?.relay(collection)
  const beside = (record: T, before: T | undefined) => events.beside?.(record, before) ?? []
  const aggregates = createAggregates<T>(collection, { ...sink, searched })
  const listed = { ...WITHOUT_INTERNALS, ...Object.fromEntries(unlisted.map((name) => [name, 0])) }
  const newest = { key: { ...(tenant && { [tenant]: 1 }), deleted_at: 1, created_at: -1, _id: -1 }, name: 'newest' } as const

  /** The records of one owner, to whom all others count as unknown; without `whose`, all records. */
  function of(whose?: Whose<T>) {
    const isOwn = (record: T) => whose === undefined || record[whose.field] === whose.owner
    const isVisible = (record: T) => isOwn(record) && record.deleted_at === null
    const unknown = (id: string, change = true) =>
      whose?.refusal?.() ?? notFound(missing?.(id, change) ?? `${noun} with id: ${id} not found`)
    const owned = whose ? { [whose.field]: whose.owner } : {}

    const reads = createRecordReads(collection, { aggregates, owned, isVisible, unknown, listed, paths, newest: newest.name })
    const news = createNewRecords<T, Tenant>(collection, {
      idPrefix,
      owned,
      searched,
      sink,
      created: (record) => [...eventsFor(events.created, record), ...beside(record, undefined)],
      taken,
    })

    /**
     * Changes a record by `next`, such as `patch(body)`. If that returns the same record, nothing is written and no event is
     * sent.
     * @param eventOf the event of the changed record; default: `events.updated`
     * @throws not_found; invalid_data if a unique value is taken; the refusals of `next`
     */
    const update = (
      id: string,
      command: RecordCommand,
      next: NextRecord<T>,
      eventOf: (record: T) => Event | undefined = () => events.updated,
    ): Promise<FoundRecord<T>> => change(id, command, { next, visible: isVisible, eventOf })

    /**
     * Deletes a record. As with the peers, this succeeds if it is deleted already, or never existed.
     * @param last other changes, or the refusal to delete
     * @param reached `all`: `last` also changes a record that is deleted already, without an event
     * @returns undefined if there was none
     */
    async function remove(
      id: string,
      command: RecordCommand,
      last: NextRecord<T> = (record) => record,
      reached: 'living' | 'all' = 'living',
    ): Promise<FoundRecord<T> | undefined> {
      const next: NextRecord<T> = (record, context) => {
        const left = last(record, context)
        return record.deleted_at === null ? { ...left, deleted_at: context.now } : left
      }
      const visible = reached === 'all' ? isOwn : isVisible
      const eventOf = (_: T, before: T) => (before.deleted_at === null ? events.deleted : undefined)
      const removed = await change(id, command, { next, visible, eventOf }).catch(unlessGone)
      if (!removed) assertMatch(command.if_match, undefined)
      return removed
    }

    /** Restores a deleted record. @param first other changes, or the refusal to restore @throws as `update` */
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
      { eventOf, ...rest }: { next: NextRecord<T>; visible: (record: T) => boolean; eventOf: EventOf<T> },
    ) {
      const eventsOfChange = (record: T, before: T) => [...eventsFor(eventOf(record, before), record), ...beside(record, before)]
      const refusal = command.missing ?? (() => unknown(id))
      return changeRecord(aggregates, id, { ...command, ...rest, missing: refusal, taken, events: eventsOfChange })
    }

    return { ...reads, ...news, update, remove, restore }
  }

  /** The refusal of a unique value that another record has. */
  function taken({ keyValue = {} }: DuplicateKeyError): OperationError {
    const named = Object.entries(keyValue).filter(([name, value]) => name !== 'deleted_at' && name !== tenant && value !== null)
    const other = takenOtherwise?.(keyValue)
    if (other instanceof OperationError) return other
    return invalidData(other ?? `${noun} with ${named.map(([name, value]) => `${name}: ${value}`).join(', ')}, already exists.`)
  }

  async function ensureIndexes() {
    await collection.createIndexes([newest, WAITING_EVENTS, ...indexes])
    await dropIndexes(collection, formerIndexes)
  }

  const ofTenant = (owner: unknown) => of({ field: tenant!, owner })

  /**
   * The same for one owner, in a store whose other users see all records.
   * @param refusal for records that do not exist or are not the owner's; default: that of an unknown record
   */
  const ownedBy = <Field extends keyof T & string>(field: Field, owner: T[Field], refusal?: () => OperationError) =>
    of({ field, owner, ...(refusal && { refusal }) })

  return (tenant ? { ensureIndexes, of: ofTenant } : { ensureIndexes, ...of(), ownedBy }) as unknown as [Tenant] extends [never]
    ? { ensureIndexes: typeof ensureIndexes; ownedBy: typeof ownedBy } & ReturnType<typeof of>
    : { ensureIndexes: typeof ensureIndexes; of: (owner: T[Tenant]) => ReturnType<typeof of> }
}

/** The event of a change, from the changed record and the one before it. */
type EventOf<T> = (record: T, before: T) => Event | undefined

function eventsFor<T>(event: Event | undefined, record: T): DomainEvent[] {
  if (!event) return []
  const names = Object.keys(event.ids.shape) as (keyof T)[]
  return [event(Object.fromEntries(names.map((name) => [name, record[name]])) as Record<string, string>)]
}
