import type { Collection } from 'mongodb'
import { type OutboxEvent, WAITING_EVENTS } from '../aggregate/outbox.ts'
import { lazyLru } from '../store/lazy-lru.ts'
import { timeLeft } from '../store/mongo.ts'
import type { EventRecord } from './event-record.ts'
import type { EventPublisher } from './event-stream.ts'
import { createPublishedEvents, type WithOutbox } from './published-events.ts'

type Events = readonly OutboxEvent[]

/** Most aggregates remembered as having waiting events; others are found by the sweep, once there is room. */
const MAX_WAITING = 10_000
/** Aggregates processed at once. */
const MAX_AGGREGATES = 256
/** Events that have waited longer were left by a replica that is gone. */
const SWEEP_AFTER_MS = 5000
const MAX_SWEPT = 1000
const TIMEOUT_MS = 5000
/** Aggregates remembered with the progress of their publishing; events of others may be published again, to no effect. */
const REMEMBERED = 10_000

export interface RelayOptions {
  publisher: EventPublisher
  record: Pick<EventRecord, 'record'>
  /** How long published events stay in an aggregate that is not written, in ms. */
  keep_ms: number
}

interface Sent {
  id: string
  /** All events that waited. */
  all: Events
  /** Events yet to be published. */
  rest: Events
  /** Published events. */
  published: Events
  /** Why no more could be published. */
  failure: unknown
}

/**
 * Publishes the events that wait in the aggregates of one collection, in order within each aggregate, and records them: an event
 * may leave its aggregate only once it is both in the stream and in the record. An event that was published but not removed may
 * be published again: the stream drops it by its message id, consumers by its sequence number.
 */
export function createCollectionRelay(collection: Collection<WithOutbox>, { publisher, record, keep_ms }: RelayOptions) {
  /** The waiting events, as reported by their writer; null if they must be read from the document. */
  const waiting = new Map<string, Events | null>()
  const published = createPublishedEvents(collection, keep_ms)
  const publishedUpTo = lazyLru<string, number>({ max: REMEMBERED })

  function mark(id: string, events: Events | null) {
    if (waiting.size < MAX_WAITING || waiting.has(id)) waiting.set(id, events)
    if (events) published.wereRemoved(id, events[0]!.seq)
  }

  /** Puts unpublished events back, unless the writer has queued newer ones. */
  function giveBack(id: string, events: Events | null) {
    if (!waiting.has(id)) waiting.set(id, events)
  }

  async function take(): Promise<(readonly [string, Events])[]> {
    const taken = [...waiting].slice(0, MAX_AGGREGATES)
    for (const [id] of taken) waiting.delete(id)
    const known = taken.flatMap(([id, events]) => (events ? [[id, events] as const] : []))
    const unknown = taken.flatMap(([id, events]) => (events ? [] : [id]))
    if (unknown.length === 0) return known
    try {
      const options = { projection: { outbox: 1 }, ...timeLeft(Date.now() + TIMEOUT_MS) }
      const documents = await collection.find({ _id: { $in: unknown } }, options).toArray()
      return [...known, ...documents.map(({ _id, outbox }) => [_id, outbox ?? []] as const)]
    } catch (error) {
      for (const [id, events] of taken) giveBack(id, events)
      throw error
    }
  }

  const notYetPublished = (id: string, events: Events) => events.filter(({ seq }) => seq > (publishedUpTo.get(id) ?? 0))

  /** Stops at the first event that cannot be published; other aggregates' events do not wait for it. */
  async function send(id: string, all: Events): Promise<Sent> {
    const events = notYetPublished(id, all)
    let count = 0
    let failure: unknown
    try {
      for (const event of events) {
        await publisher.publish(id, event)
        count++
      }
    } catch (error) {
      failure = error
    }
    return { id, all, rest: events.slice(count), published: events.slice(0, count), failure }
  }

  /** Publishes and records concurrently. @throws if recording failed: then everything is tried again later */
  async function sendAndRecord(taken: readonly (readonly [string, Events])[]): Promise<Sent[]> {
    const sending = Promise.all(taken.map(([id, events]) => send(id, events)))
    try {
      await record.record(taken.map(([id, events]) => [id, notYetPublished(id, events)]))
    } catch (error) {
      await sending
      for (const [id, events] of taken) giveBack(id, events)
      throw error
    }
    return sending
  }

  return {
    /** The aggregate has these waiting events, and no older ones; without `events`, they are read from the document. */
    mark: (id: string, events?: Events) => mark(id, events?.length ? events : null),
    /** The sequence number up to which this replica knows that the aggregate's events are published. */
    publishedUpTo: (id: string): number => publishedUpTo.get(id) ?? 0,
    removePublished: published.remove,
    /** The number of aggregates with unpublished events. */
    get waiting() {
      return waiting.size
    },
    /** Whether there is anything to do, now or later. */
    get busy() {
      return waiting.size > 0 || published.size > 0
    },

    /** Publishes the waiting events of marked aggregates. @returns how many @throws if not all could be published */
    async publish(): Promise<number> {
      if (waiting.size === 0) return 0
      const sent = await sendAndRecord(await take())
      for (const { id, all, rest, published: done } of sent) {
        if (done.length > 0) publishedUpTo.set(id, done.at(-1)!.seq)
        if (all[0]) published.add(id, all[0].seq, publishedUpTo.get(id) ?? 0)
        if (rest.length > 0) giveBack(id, rest)
      }
      await published.unmarkEmpty(sent.filter(({ all }) => all.length === 0).map(({ id }) => id))
      const failed = sent.find(({ failure }) => failure)
      if (failed) throw failed.failure
      return sent.reduce((sum, { published }) => sum + published.length, 0)
    },

    /** Marks aggregates whose events have waited too long. @returns how many */
    async sweep(): Promise<number> {
      const options = { projection: { _id: 1 }, limit: MAX_SWEPT, ...timeLeft(Date.now() + TIMEOUT_MS) }
      const found = await collection.find({ outbox_since: { $lt: Date.now() - SWEEP_AFTER_MS } }, options).toArray()
      for (const { _id } of found) mark(_id, null)
      return found.length
    },

    /** Creates `WAITING_EVENTS`, unless the store has created it with its other indexes. */
    async ensureIndexes() {
      await collection.createIndexes([WAITING_EVENTS])
    },
  }
}

export type CollectionRelay = ReturnType<typeof createCollectionRelay>
