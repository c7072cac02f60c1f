import type { DomainEvent } from '@souk/contracts'
import type { IndexDescription } from 'mongodb'

/** An event, with the ids of its records instead of their fields. It waits in its aggregate until the relay publishes it. */
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
 * Receives new events from `createAggregates`, and tells it which are published. After an insert with `firstEvents` it must be
 * called by hand.
 */
export interface EventSink {
  /** The aggregate has these waiting events, and no older ones; without `waiting` they are read from the document. */
  onEvents: (id: string, waiting?: readonly OutboxEvent[]) => void
  /** The sequence number up to which the aggregate's events are known to be published; 0 when nothing is known. */
  publishedUpTo: (id: string) => number
}

/**
 * The index of waiting events, for each collection with events. Create it in the same command as the collection's other indexes:
 * MongoDB builds few indexes at a time in collections that exist already.
 */
export const WAITING_EVENTS: IndexDescription = {
  key: { outbox_since: 1 },
  name: 'waiting_events',
  partialFilterExpression: { outbox_since: { $exists: true } },
}

/** Beyond this many waiting events commands are refused: the relay has been away for too long. */
export const MAX_PENDING_EVENTS = 1000

/**
 * The first events of a new aggregate: `toDocument(record, firstEvents(events, now))`. After the insert, call the `EventSink`
 * with the new id.
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
