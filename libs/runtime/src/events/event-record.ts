import { type Collection, type Db, MongoError, MongoServerError } from 'mongodb'
import type { OutboxEvent } from '../aggregate/outbox.ts'
import { dropIndexes } from '../store/drop-indexes.ts'
import { JOURNALED, timeLeft } from '../store/mongo.ts'
import { DUPLICATE_KEY } from '../store/mongo-errors.ts'
import { messageIdOf, type PublishedEvent } from './event-stream.ts'

export const EVENT_RECORD = 'events'

/** An event as its service's database keeps it, so that it can be published again; `_id` is its message id. */
export interface RecordedEvent extends Omit<PublishedEvent, 'at'> {
  _id: string
  at: Date
}

const TIMEOUT_MS = 5000
/** Events per command: far below MongoDB's limit. */
const MAX_BATCH = 5000
const OPTIONS_DIFFER = 85
const SECONDS_PER_DAY = 86_400

/** The collection `events`: the events of all aggregates of one service, kept after they have left their aggregates. */
export function createEventRecord(db: Db, kept_days: number) {
  const collection: Collection<RecordedEvent> = db.collection(EVENT_RECORD)

  /** Resolves once these events are stored durably, now or by an earlier attempt. @throws if not all are */
  async function record(events: readonly (readonly [string, readonly OutboxEvent[]])[]): Promise<void> {
    const documents = events.flatMap(([id, own]) => own.map((event) => toRecord(id, event)))
    for (let from = 0; from < documents.length; from += MAX_BATCH) {
      const command = {
        insert: EVENT_RECORD,
        documents: documents.slice(from, from + MAX_BATCH),
        ordered: false,
        writeConcern: JOURNALED,
      }
      const { writeErrors = [], writeConcernError } = await db.command(command, timeLeft(Date.now() + TIMEOUT_MS))
      const failed = [...(writeErrors as { code: number }[]).filter(({ code }) => code !== DUPLICATE_KEY), writeConcernError]
      if (failed[0]) throw new MongoServerError(failed[0])
    }
  }

  /** One index serves both time ranges and expiry; the events of one aggregate are found by the prefix of `_id`. */
  async function ensureIndexes(): Promise<void> {
    const options = { name: 'forgotten', expireAfterSeconds: Math.round(kept_days * SECONDS_PER_DAY) }
    try {
      await collection.createIndex({ at: 1 }, options)
    } catch (error) {
      if (!(error instanceof MongoError && error.code === OPTIONS_DIFFER)) throw error
      await dropIndexes(collection, [options.name]) // another replica may do the same
      await collection.createIndex({ at: 1 }, options)
    }
  }

  return { record, ensureIndexes }
}

export type EventRecord = ReturnType<typeof createEventRecord>

const toRecord = (id: string, { seq, type, at, ids }: OutboxEvent): RecordedEvent => ({
  _id: messageIdOf(id, seq),
  at: new Date(at),
  id,
  seq,
  type,
  ids,
})
