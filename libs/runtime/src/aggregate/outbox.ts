import type { DomainEvent } from '@souk/contracts'
import type { IndexDescription } from 'mongodb'

/** A thin event: its type and the ids of its records. It waits in its aggregate until the relay has published it. */
export interface OutboxEvent {
  /** Rises by one per aggregate, without gaps: consumers drop events that they have seen. */
  seq: number
  /** The event's name, such as `cart.updated`. */
  type: string
  /** ISO 8601. */
  at: string
  ids: Readonly<Record<string, string>>
}

/**
 * Learns from `createAggregates` of new events, and tells it which are published. After an insert with `firstEvents` tell it as
 * well.
 */
export interface EventSink {
  /** These events wait in the aggregate, and no older ones; without `waiting` they are read from the document. */
  onEvents: (id: string, waiting?: readonly OutboxEvent[]) => void
  /** The sequence number up to which the aggregate's events are known to be published; 0 when nothing is known. */
  publishedUpTo: (id: string) => number
}

/**
 * The index by which waiting events are found, in each collection with events. It belongs in the one command that makes a
 * collection's other indexes: MongoDB makes few indexes at a time in collections that exist already.
 */
export const WAITING_EVENTS: IndexDescription = {
  key: { outbox_since: 1 },
  name: 'waiting_events',
  partialFilterExpression: { outbox_since: { $exists: true } },
}

/** More than this many waiting events refuse further commands: the relay is away for too long. */
export const MAX_PENDING_EVENTS = 1000

/**
 * The first events of a new aggregate: `toDocument(record, firstEvents(events, now))`. Tell the relay of the new id after the
 * insert.
 * @param now ISO 8601
 */
export function firstEvents(events: readonly DomainEvent[], now: string): FirstEvents | undefined {
  if (events.length === 0) return undefined
  const outbox = events.map((event, index) => ({ seq: index + 1, at: now, ...event }))
  return { outbox, event_seq: outbox.length, outbox_since: Date.now() }
}

interface FirstEvents {
  outbox: OutboxEvent[]
  event_seq: number
  outbox_since: number
}
