import type { Collection } from 'mongodb'
import type { EventSink } from './outbox.ts'
import type { Stored } from './stored.ts'

/** Gives the aggregates of a collection a sink for their events. */
export interface EventRelay {
  relay<T extends { id: string }>(collection: Collection<Stored<T>>): EventSink
}
