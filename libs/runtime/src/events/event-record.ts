import { DAY_MS } from '@souk/contracts'
import { type Collection, type Db, MongoError, MongoServerError } from 'mongodb'
import type { OutboxEvent } from '../aggregate/outbox.ts'
import { JOURNALED, timeLeft } from '../store/mongo.ts'
import { DUPLICATE_KEY, type WriteError } from '../store/mongo-errors.ts'
import { messageIdOf, type PublishedEvent } from './event-stream.ts'

export const EVENT_RECORD = 'events'

/** An event as its service's database keeps it, so that it can be published again; `_id` is its message id. */
export interface RecordedEvent extends Omit<PublishedEvent, 'at'> {
  _id: string
  /** When the change happened. */
  at: Date
  /**
   * When the last attempt to publish it began, or up to ten seconds earlier; possibly long after the change. Absent in records of
   * former versions.
   */
  sent_at?: Date
}

const TIMEOUT_MS = 5000
/** Events per command: far below MongoDB's limit. */
const MAX_BATCH = 5000
const OPTIONS_DIFFER = 85
const SENT_WITHIN_MS = 10_000

/** The collection `events`: the events of all aggregates of one service, kept after they have left their aggregates. */
export function createEventRecord(db: Db, kept_days: number) {
  const collection: Collection<RecordedEvent> = db.collection(EVENT_RECORD)

  /**
   * To be called with each attempt to publish these events. Resolves once they are stored durably, now or by an earlier attempt.
   * @throws if not all are
   */
  async function record(events: readonly (readonly [string, readonly OutboxEvent[]])[]): Promise<void> {
    const sent_at = new Date()
    const all = events.flatMap(([id, own]) => own.map((event) => toRecord(id, event, sent_at)))
    for (let from = 0; from < all.length; from += MAX_BATCH) {
      const documents = all.slice(from, from + MAX_BATCH)
      const command = { insert: EVENT_RECORD, documents, ordered: false, writeConcern: JOURNALED }
      const { writeErrors = [], writeConcernError } = await db.command(command, timeLeft(Date.now() + TIMEOUT_MS))
      const failed = [...(writeErrors as WriteError[]).filter(({ code }) => code !== DUPLICATE_KEY), writeConcernError]
      if (failed[0]) throw new MongoServerError(failed[0])
      const earlier = (writeErrors as WriteError[]).map(({ index }) => documents[index]!._id)
      if (earlier.length > 0) await sentAgain(earlier, sent_at)
    }
  }

  /** Costs no write while JetStream is away, and the same events are tried again and again by all replicas. */
  async function sentAgain(ids: readonly string[], sent_at: Date): Promise<void> {
    const options = { writeConcern: JOURNALED, ...timeLeft(Date.now() + TIMEOUT_MS) }
    const before = { sent_at: { $not: { $gt: new Date(sent_at.getTime() - SENT_WITHIN_MS) } } }
    await collection.updateMany({ _id: { $in: [...ids] }, ...before }, { $max: { sent_at } }, options)
  }

  /**
   * One index for intervals, and one for expiry and for intervals of records of former versions; the events of one aggregate are
   * found by the prefix of `_id`.
   */
  async function ensureIndexes(): Promise<void> {
    await collection.createIndex({ sent_at: 1 }, { name: 'sent', sparse: true })
    const options = { name: 'forgotten', expireAfterSeconds: Math.round((kept_days * DAY_MS) / 1000) }
    try {
      await collection.createIndex({ at: 1 }, options)
    } catch (error) {
      if (!(error instanceof MongoError && error.code === OPTIONS_DIFFER)) throw error
      await db.command({ collMod: EVENT_RECORD, index: options }) // in place, as other replicas may do at the same time
    }
  }

  return { record, ensureIndexes }
}

export type EventRecord = ReturnType<typeof createEventRecord>

const toRecord = (id: string, { seq, type, at, ids }: OutboxEvent, sent_at: Date): RecordedEvent => ({
  _id: messageIdOf(id, seq),
  at: new Date(at),
  sent_at,
  id,
  seq,
  type,
  ids,
})
