import { OperationError, overloaded } from '@souk/contracts'
import type { Outcome, Waiting } from './command.ts'
import { idsFrom } from './ids.ts'
import type { Internals, RecentOp } from './mongo.ts'
import { MAX_RECENT_OPS, pruneRing, revisionsOf, ringKey } from './op-ring.ts'
import { MAX_PENDING_EVENTS, type OutboxEvent } from './outbox.ts'

/** An aggregate as decisions see it; a batch makes the next one. */
export interface Loaded<T> extends Pick<Internals, 'revision' | 'recent_ops' | 'event_seq'> {
  state: T
  /** The document's length in BSON as it was read, and what was added to its lists since. */
  bytes: number
  /** The events that may still wait in the document: others may have removed some that they published. */
  outbox: readonly OutboxEvent[]
  /** The ring by op-id, for look-ups: the revision that each op led to. Successive states share it. */
  revision_of: Map<string, number>
}

/** What a batch of commands makes of an aggregate. */
export interface Decided<T> {
  after: Loaded<T>
  accepted: [Waiting<T>, Outcome<T>][]
  repeated: [Waiting<T>, Outcome<T>][]
  refused: [Waiting<T>, unknown][]
  /** Ring entries to append; with `pruned`, the whole ring is `after.recent_ops`. */
  ops: RecentOp[]
  pruned: boolean
  /** What `after.revision_of` learns once the write has landed. */
  added: Map<string, number>
  events: OutboxEvent[]
  /** Published events are left out of `after.outbox`; the whole outbox is to be written. */
  emptied: boolean
}

/** The ops of the ring are copied: as they come from the database, each holds on to the whole reply that it came in. */
export function loadedFrom<T>({ revision, recent_ops: ring, outbox, event_seq }: Internals, state: T, bytes: number): Loaded<T> {
  const recent_ops = ring.map((one) => ({ ...one, op: Buffer.from(one.op) }))
  return { state, revision, recent_ops, event_seq, outbox, bytes, revision_of: revisionsOf(recent_ops) }
}

/**
 * Decides each command on the state that the one before it left. A refused one is refused alone and changes nothing.
 * @param published the sequence number up to which events are known to be published: they need not stay
 */
export function decideBatch<T extends { id: string }>(
  before: Loaded<T>,
  batch: readonly Waiting<T>[],
  published = 0,
): Decided<T> {
  const pruned = pruneRing(before.recent_ops, Date.now())
  const ring = pruned ?? before.recent_ops
  const emptied = before.outbox.length > 0 && before.outbox[0]!.seq <= published
  const waiting = emptied ? before.outbox.filter(({ seq }) => seq > published) : before.outbox
  const decided: Omit<Decided<T>, 'after'> = {
    accepted: [],
    repeated: [],
    refused: [],
    ops: [],
    pruned: pruned !== undefined,
    added: new Map(),
    events: [],
    emptied,
  }
  const { ops, events, added } = decided
  let { state, revision, event_seq } = before

  for (const command of batch) {
    const key = ringKey(command.op.bytes)
    const known = before.revision_of.get(key) ?? added.get(key)
    if (known !== undefined) {
      decided.repeated.push([command, { state, revision: known, repeated: true }])
      continue
    }
    try {
      refuseUnlessAllowed(command, state, revision)
      if (waiting.length + events.length >= MAX_PENDING_EVENTS || ring.length + ops.length >= MAX_RECENT_OPS) throw overloaded()
      const next = command.decide(state, { newId: idsFrom(command.op), now: command.now })
      state = next.state
      revision++
      added.set(key, revision)
      ops.push({ op: command.op.bytes, at: command.op.at, rev: revision, ...(command.keep_op && { kept: true }) })
      for (const event of next.events ?? []) events.push({ seq: ++event_seq, at: command.now, ...event })
      decided.accepted.push([command, { state, revision, repeated: false }])
    } catch (error) {
      decided.refused.push([command, error])
    }
  }

  const recent_ops = [...ring, ...ops]
  const revision_of = pruned ? revisionsOf(pruned) : before.revision_of
  const outbox = events.length > 0 ? [...waiting, ...events] : waiting
  return { ...decided, after: { ...before, state, revision, event_seq, recent_ops, revision_of, outbox } }
}

function refuseUnlessAllowed<T>({ visible, missing, if_match, only_repeat }: Waiting<T>, state: T, revision: number) {
  if (visible?.(state) === false) throw missing()
  if (if_match && !if_match.includes(revision)) {
    throw new OperationError('revision_mismatch', 'The record is not at the revision that If-Match names')
  }
  if (only_repeat) throw new OperationError('already_executed', 'The request was carried out; its answer is not kept')
}
