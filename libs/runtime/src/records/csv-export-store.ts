import { conflict, type Event } from '@souk/contracts'
import type { Db, Filter, IndexDescription } from 'mongodb'
import type { NextRecord, RecordCommand } from '../aggregate/change-record.ts'
import type { EventRelay } from '../aggregate/event-relay.ts'
import { createRecords } from '../aggregate/records.ts'
import { timeLeft } from '../store/mongo.ts'
import { isDuplicateKey } from '../store/mongo-errors.ts'

export interface CsvExportRecord {
  id: string
  status: 'running' | 'done'
  /** The `ListQuery` of the exported records, as JSON text: its field names may be any text. */
  query: string
  /** Null until the columns are known. */
  columns: string[] | null
  /** The seller who owns it; absent for an export of administrators, who are notified when it is done. */
  seller_id?: string
  /** Hex SHA-256 digests of keys with which a seller's file can be read without a token, each valid until `until`. */
  keys?: readonly { sha256: string; until: string }[]
  /** The id of the last record written (null for none), and the number of records written. */
  last_id: string | null
  written: number
  /** The number of parts of the file written. */
  parts: number
  taken_until: number
  finished_at: string | null
  created_at: string
  updated_at: string
  deleted_at: null
}

interface Part {
  /** `<export>:<number>` */
  _id: string
  export_id: string
  text: string
  /** The export's revision when its writer took it; absent in parts of former versions. */
  fence?: number
}

interface NewPart extends Required<Omit<Part, '_id'>> {
  n: number
}

interface Options {
  /** Its name in refusals, such as `Product export`. */
  noun: string
  idPrefix: string
  /** The collections of the exports, and of the parts of their files. */
  collections: readonly [exports: string, parts: string]
  /** The event of a finished export. */
  finished: Event
  /** Absent: events wait until another process publishes them. */
  outbox?: EventRelay | undefined
}

/** Exports of one kind of records, with the parts of their files. */
export function createCsvExportStore(db: Db, { noun, idPrefix, collections, finished, outbox }: Options) {
  const collection = db.collection<CsvExportRecord & { _id: string }>(collections[0])
  const parts = db.collection<Part>(collections[1])
  const records = createRecords<CsvExportRecord>(collection as never, {
    noun,
    missing: (id) => `${noun} with id: ${id} was not found`,
    idPrefix,
    taken: () => conflict(`Another ${noun.toLowerCase()} of the seller is being written`),
    indexes: [{ key: { status: 1, taken_until: 1 }, name: 'to_do' }, RUNNING_OF_SELLER],
    outbox,
  })

  async function removeAll(filter: Filter<CsvExportRecord & { _id: string }>, deadline: number) {
    const options = { projection: { _id: 1 }, limit: 20, ...timeLeft(deadline) }
    for (const { _id } of await collection.find(filter, options).toArray()) {
      await parts.deleteMany({ export_id: _id }, timeLeft(deadline))
      await collection.deleteOne({ _id }, timeLeft(deadline))
    }
  }

  return {
    ...records,
    noun,
    update: (id: string, command: RecordCommand, next: NextRecord<CsvExportRecord>) =>
      records.update(id, command, next, ({ status, seller_id }) =>
        status === 'done' && seller_id === undefined ? finished : undefined,
      ),
    async ensureIndexes() {
      await Promise.all([records.ensureIndexes(), parts.createIndex({ export_id: 1 }, { name: 'of_export' })])
    },

    /**
     * Writes a part, or overwrites that of a replica which took the export before.
     * @returns false if one that took it later has written the part
     */
    async keepPart({ export_id, n, text, fence }: NewPart, deadline: number): Promise<boolean> {
      const notLater = { $or: [{ fence: { $lte: fence } }, { fence: { $exists: false } }] }
      try {
        const part = { export_id, text, fence }
        await parts.replaceOne({ _id: `${export_id}:${n}`, ...notLater }, part, { upsert: true, ...timeLeft(deadline) })
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },
    findPart: async (export_id: string, n: number, deadline: number): Promise<string | undefined> =>
      (await parts.findOne({ _id: `${export_id}:${n}` }, timeLeft(deadline)))?.text,

    /** Exports that are to be written and that nobody works on, oldest first. */
    listToDo: (deadline: number): Promise<CsvExportRecord[]> =>
      records.list({ status: 'running', taken_until: { $lt: Date.now() } } as never, deadline),

    /** The seller's export that is being written. */
    findRunning: async (seller_id: string, deadline: number): Promise<CsvExportRecord | undefined> =>
      (await records.list({ seller_id, status: 'running' } as never, deadline))[0],

    /** Removes exports created before a time (ISO 8601), with their files. */
    removeOlder: (createdBefore: string, deadline: number) =>
      removeAll({ deleted_at: null, created_at: { $lt: createdBefore } }, deadline),
    /** Removes the seller's finished exports except this one. */
    removeFormer: (seller_id: string, id: string, deadline: number) =>
      removeAll({ seller_id, deleted_at: null, status: 'done', _id: { $ne: id } }, deadline),
  }
}

/** A seller has one running export at a time. */
const RUNNING_OF_SELLER: IndexDescription = {
  key: { seller_id: 1 },
  name: 'running_of_seller',
  unique: true,
  partialFilterExpression: { status: 'running', seller_id: { $exists: true } },
}

export type CsvExportStore = ReturnType<typeof createCsvExportStore>
