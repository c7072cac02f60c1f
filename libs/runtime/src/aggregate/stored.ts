import type { Document } from 'mongodb'
import type { OutboxEvent } from './outbox.ts'

/** An op that was carried out recently, so that a repeated attempt does nothing: its id, its time and the resulting revision. */
export interface RecentOp {
  op: Buffer
  /** Epoch ms, when it was remembered: the op-id may be much older, such as that of a repeat with an Idempotency-Key. */
  at: number
  rev: number
  /** Set for an op that was refused while another attempt might still be under way: that attempt then does nothing. */
  refused?: true
  /** Set for requests with an Idempotency-Key: remembered for 24 h. */
  kept?: true
}

/** The fields that every aggregate's document has besides its record; never part of an answer. */
export interface Internals {
  /** Rises by one for each accepted command; proves that a decision was made on the current state. */
  revision: number
  recent_ops: RecentOp[]
  outbox: OutboxEvent[]
  /** Sequence number of the newest event of this aggregate. */
  event_seq: number
  /** Epoch ms since when events have been waiting; absent if none are. */
  outbox_since?: number
  /** The words by which `q` finds the record; absent if no list searches it. */
  search_words?: string[]
}

/** A record as it is stored in MongoDB: `id` is `_id`, all other names are the same. */
export type Stored<T extends { id: string }> = Omit<T, 'id'> & Internals & { _id: string }

/** The fields of a document that are not part of the record. */
export const INTERNALS: ReadonlySet<string> = new Set([
  '_id',
  'revision',
  'recent_ops',
  'outbox',
  'event_seq',
  'outbox_since',
  'search_words',
])

/** The projection for reads whose documents are only shown: without recent ops and outboxes. */
export const WITHOUT_INTERNALS = { recent_ops: 0, outbox: 0, event_seq: 0, outbox_since: 0, search_words: 0 } as const

/** A new record as a document: at revision 1, without recent ops or events, unless `internals` says otherwise. */
export function toDocument<T extends { id: string }>({ id, ...rest }: T, internals: Partial<Internals> = {}): Stored<T> {
  return { _id: id, ...rest, revision: 1, recent_ops: [], outbox: [], event_seq: 0, ...internals } as Stored<T>
}

/** The record in a document, without internal fields. The document stays as it is; nested values are shared with it. */
export function fromDocument<T extends { id: string }>(document: Document): T {
  const record: Record<string, unknown> = { id: document._id }
  // Deleting from a copy is half as fast, and leaves an object that JSON.stringify is slower on.
  for (const name in document) if (!INTERNALS.has(name)) record[name] = document[name]
  return record as T
}
