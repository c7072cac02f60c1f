import { type DomainEvent, deadlineExceeded, type OperationError, outcomeUnknown } from '@souk/contracts'
import type { Collection, Document } from 'mongodb'
import type { NewId } from '../ids.ts'
import { createAllInserter } from '../store/insert-all-once.ts'
import { createInserter } from '../store/inserter.ts'
import { timeLeft } from '../store/mongo.ts'
import { type DuplicateKeyError, isDuplicateKey } from '../store/mongo-errors.ts'
import { type Searched, searchWords } from '../store/search-words.ts'
import type { FoundRecord, RecordCommand } from './change-record.ts'
import type { EventRelay } from './event-relay.ts'
import { firstEvents } from './outbox.ts'
import type { PlainRecord } from './records-options.ts'
import { fromDocument, type Stored, toDocument } from './stored.ts'

/** The parts of a request that a new record needs. */
export interface NewRecordRequest {
  command: Required<Pick<RecordCommand, 'deadline' | 'fate'>>
  /** The same ids each time it is called. */
  newIds(): NewId
}

interface Creatable<T> {
  idPrefix: string
  /** The fields that name the owner. */
  owned: Document
  searched: Searched | undefined
  sink: ReturnType<EventRelay['relay']> | undefined
  /** The events of a new record. */
  created(record: T): DomainEvent[]
  /** The refusal of a value that another living record has. */
  taken(error: DuplicateKeyError): OperationError
}

type Refused = (refusal: OperationError, at: number) => OperationError

/** Creates records, once per op. */
export function createNewRecords<T extends PlainRecord, Tenant extends keyof T & string = never>(
  collection: Collection<Stored<T>>,
  { idPrefix, owned, searched, sink, created, taken }: Creatable<T>,
) {
  const insertOnce = createInserter(collection)
  const insertAllOnce = createAllInserter(collection)

  /**
   * Creates a record. A repeat of the same request finds it, and returns it as it is by then. It announces it as well: if the
   * answer to the insert was lost, nobody has.
   * @param beside events in addition to that of the store, with ids beyond the record's fields
   * @throws invalid_data if a unique value is taken
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
    const document = newDocument(record, [...created(record), ...beside], now)
    let refusal: unknown
    try {
      if (await insertOnce(document, command.deadline, command.fate)) {
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
    sink?.onEvents(id)
    return { record: fromDocument<T>(stored), revision: stored.revision }
  }

  /**
   * Creates many records, which have their ids and dates already, in one command: all of them, or none. A repeat of the same
   * request finds them.
   * @param refused makes the refusal of a taken unique value from the usual refusal and the record's place
   * @throws invalid_data as `refused` makes it; then nothing is left of the command, not even of an attempt that died in it;
   * outcome_unknown if that could not be removed
   */
  async function createAll(all: readonly T[], { deadline, fate }: NewRecordRequest['command'], refused: Refused): Promise<void> {
    await insert(all, deadline, refused, () => all.map(({ id }) => id))
    if (all.length > 0) fate.is = 'applied'
  }

  /**
   * Creates those records that do not exist yet, with their own ids and dates: all of these, or none. Existing ones stay as they
   * are.
   * @throws as `createAll`; default: the usual refusal
   */
  const createMissing = (all: readonly T[], deadline: number, refused: Refused = (refusal) => refusal): Promise<void> =>
    insert(all, deadline, refused, (inserted) => inserted)

  /** @param refusedIds the records to remove again if one of them is refused, from those that were inserted now */
  async function insert(
    all: readonly T[],
    deadline: number,
    refused: Refused,
    refusedIds: (inserted: readonly string[]) => readonly string[],
  ): Promise<void> {
    const documents = all.map((one) => {
      const record = { ...one, ...owned }
      return newDocument(record, created(record), record.created_at)
    })
    const { inserted, keptOut } = await insertAllOnce(documents, deadline)
    const [first] = keptOut
    if (first) {
      await takeBack(refusedIds(inserted), deadline)
      throw refused(taken(first.error), first.at)
    }
    const own = new Set(inserted)
    for (const { _id, outbox: waiting } of documents) {
      if (own.has(_id)) sink?.onEvents(_id, waiting)
      else sink?.onEvents(_id) // the answer to an earlier insert of it may have been lost
    }
  }

  /** Removes records of a refused command. Readers may have seen them meanwhile, so their removal is announced. */
  async function takeBack(ids: readonly string[], deadline: number) {
    // A later run of the same op may have carried it out by then, with the same ids.
    if (deadline <= Date.now()) throw outcomeUnknown(deadlineExceeded())
    await collection.deleteMany({ _id: { $in: ids }, revision: 1 } as never, timeLeft(deadline)).catch((error: unknown) => {
      throw outcomeUnknown(error)
    })
    for (const id of ids) sink?.onEvents(id)
  }

  const newDocument = (record: T, events: readonly DomainEvent[], now: string) =>
    toDocument(record, {
      ...firstEvents(events, now),
      ...(searched && { search_words: searchWords(record, searched) }),
    })

  return { create, createAll, createMissing }
}
