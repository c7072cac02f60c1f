import { groupBy } from '@souk/contracts'
import type { Db, Filter } from 'mongodb'
import type { Bus } from '../bus/bus.ts'
import { EVENT_RECORD, type RecordedEvent } from './event-record.ts'
import { createEventPublisher, type EventPublisher, type StreamLimits } from './event-stream.ts'

/** Selects recorded events of a service; an absent field does not restrict. */
export interface WhichEvents {
  /** Last published at this time or later. */
  from?: Date | undefined
  /** Last published before this time. */
  to?: Date | undefined
  /** The aggregate's id. */
  id?: string | undefined
}

export interface Republished {
  found: number
  /** Those that the stream did not drop as duplicates: all of them, two minutes after they were first published. */
  published: number
}

/** Events published at once; aggregates are published concurrently. */
const PAGE = 500

/**
 * Publishes recorded events of one service again, under their original message ids, in order within each aggregate. The stream
 * drops those that it received within its duplicate window, consumers those that they have seen.
 * @param stream how to create the stream if it is gone; null: publish nothing, only count
 * @throws if not all could be published; those that were may be published once more
 */
export async function republishEvents(
  { db, bus, service }: { db: Db; bus: Bus; service: string },
  which: WhichEvents,
  stream: StreamLimits | null,
): Promise<Republished> {
  const collection = db.collection<RecordedEvent>(EVENT_RECORD)
  const filter = filterOf(which)
  if (!stream) return { found: await collection.countDocuments(filter), published: 0 }

  const publisher = createEventPublisher(bus, service, stream)
  const done: Republished = { found: 0, published: 0 }
  let page: RecordedEvent[] = []
  async function flush() {
    done.found += page.length
    done.published += await publishPage(publisher, page)
    page = []
  }
  for await (const event of collection.find(filter).sort({ id: 1, seq: 1 }).allowDiskUse()) {
    page.push(event)
    if (page.length === PAGE) await flush()
  }
  await flush()
  return done
}

async function publishPage(publisher: EventPublisher, page: readonly RecordedEvent[]): Promise<number> {
  const aggregates = groupBy(page, ({ id }) => id)
  const counts = await Promise.all([...aggregates.values()].map((events) => publishInOrder(publisher, events)))
  return counts.reduce((all, count) => all + count, 0)
}

async function publishInOrder(publisher: EventPublisher, events: readonly RecordedEvent[]): Promise<number> {
  let published = 0
  for (const { id, seq, type, at, ids } of events) {
    if (await publisher.publish(id, { seq, type, at: at.toISOString(), ids }, true)) published++
  }
  return published
}

/** In a record's key a colon ends the id; the semicolon is the character after it. */
function filterOf({ from, to, id }: WhichEvents): Filter<RecordedEvent> {
  const interval = { ...(from && { $gte: from }), ...(to && { $lt: to }) }
  return {
    ...(id !== undefined && { _id: { $gte: `${id}:`, $lt: `${id};` } }),
    ...((from || to) && { $or: [{ sent_at: interval }, { sent_at: { $exists: false }, at: interval }] }),
  }
}
