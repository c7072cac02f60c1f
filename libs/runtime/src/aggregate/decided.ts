import type { LookupNeeded, Outcome, Waiting } from './command.ts'
import type { OutboxEvent } from './outbox.ts'
import { byOp, type KnownOp, knownOp } from './recent-ops.ts'
import type { Internals } from './stored.ts'

/** An aggregate as decisions see it; a batch makes the next one. */
export interface Loaded<T> extends Pick<Internals, 'revision' | 'event_seq'> {
  state: T
  recent_ops: KnownOp[]
  /** The document's length in BSON when it was read, plus the length of what was added to it since. */
  bytes: number
  /** The events that may still wait in the document: others may have removed some that they published. */
  outbox: readonly OutboxEvent[]
  /** The recent ops by op-id. Successive states share it. */
  known: Map<string, KnownOp>
}

/** The effect of a batch of commands on an aggregate. */
export interface Decided<T> {
  after: Loaded<T>
  accepted: [Waiting<T>, Outcome<T>][]
  repeated: [Waiting<T>, Outcome<T>][]
  refused: [Waiting<T>, unknown][]
  /** Something is to be looked up first. */
  needing: [Waiting<T>, LookupNeeded][]
  /** Refused for good: the refusal is among the recent ops already, or the aggregate stays hidden from the caller. */
  settled: [Waiting<T>, unknown][]
  /** To be refused once the write that records the refusals has landed. */
  recorded: [Waiting<T>, unknown][]
  /** Recent ops to append; with `pruned`, all of `after.recent_ops` is to be written. */
  ops: KnownOp[]
  pruned: boolean
  /** Ops that `after.known` learns once the write has landed. */
  added: Map<string, KnownOp>
  events: OutboxEvent[]
  /** `after.outbox` no longer has the published events; all of it is to be written. */
  emptied: boolean
}

export function loadedFrom<T>(
  { revision, recent_ops: stored, outbox, event_seq }: Internals,
  state: T,
  bytes: number,
): Loaded<T> {
  const recent_ops = stored.map(knownOp)
  return { state, revision, recent_ops, event_seq, outbox, bytes, known: byOp(recent_ops) }
}
