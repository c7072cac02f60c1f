import { OperationError, overloaded } from '@souk/contracts'
import { assertMatch } from '../etag.ts'
import { alreadyExecuted, isRefusal } from '../fate.ts'
import { idsFrom } from '../ids.ts'
import { LookupNeeded, type Outcome, type Waiting } from './command.ts'
import { MAX_PENDING_EVENTS, type OutboxEvent } from './outbox.ts'
import { byOp, type KnownOp, knownOp, MAX_RECENT_OPS, opKey, pruneOps } from './recent-ops.ts'
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

/**
 * Decides each command on the state that the previous one left. A refusal affects no other command and changes nothing, except
 * that it is recorded, at a new revision, if another attempt of its op might still be carried out.
 * @param published the sequence number up to which events are known to be published: these may be removed
 */
export function decideBatch<T extends { id: string }>(
  before: Loaded<T>,
  batch: readonly Waiting<T>[],
  published: number,
): Decided<T> {
  const now = Date.now()
  const pruned = pruneOps(before.recent_ops, now)
  const recent = pruned ?? before.recent_ops
  const emptied = before.outbox.length > 0 && before.outbox[0]!.seq <= published
  const waiting = emptied ? before.outbox.filter(({ seq }) => seq > published) : before.outbox
  const decided: Omit<Decided<T>, 'after'> = {
    accepted: [],
    repeated: [],
    refused: [],
    needing: [],
    settled: [],
    recorded: [],
    ops: [],
    pruned: pruned !== undefined,
    added: new Map(),
    events: [],
    emptied,
  }
  const { ops, events, added } = decided
  let { state, revision, event_seq } = before

  for (const command of batch) {
    const key = opKey(command.op.bytes)
    const known = before.known.get(key) ?? added.get(key)
    if (known?.refused) {
      const refusals = added.has(key) ? decided.recorded : decided.settled
      refusals.push([command, reasonOf(command, state, known)])
      continue
    }
    if (known) {
      decided.repeated.push([command, { state, revision: known.rev, repeated: true }])
      continue
    }
    if (command.visible?.(state) === false) {
      decided.settled.push([command, command.missing()])
      continue
    }
    const areOpsFull = recent.length + ops.length >= MAX_RECENT_OPS
    const remember = (as: Partial<KnownOp>) => {
      const entry = { key, at: Math.max(command.op.at, now), rev: ++revision, ...as }
      added.set(key, entry)
      ops.push(entry)
    }
    try {
      if (command.in_reach?.(state) === false) {
        if (command.fate) command.fate.may_change_hands = true
        throw command.missing()
      }
      refuseUnlessAllowed(command, revision)
      if (waiting.length + events.length >= MAX_PENDING_EVENTS || areOpsFull) throw overloaded()
      const next = command.decide(state, { newId: idsFrom(command.op), now: command.now })
      if (next instanceof LookupNeeded) {
        decided.needing.push([command, next])
        continue
      }
      state = next.state
      remember(command.keep_op ? { kept: true } : {})
      for (const event of next.events ?? []) events.push({ seq: ++event_seq, at: command.now, ...event })
      decided.accepted.push([command, { state, revision, repeated: false }])
    } catch (error) {
      if (isRefusal(error) && mayBeCarriedOut(command, before.revision) && !areOpsFull) {
        remember({ refused: true })
        decided.recorded.push([command, error])
      } else decided.refused.push([command, error])
    }
  }

  const recent_ops = [...recent, ...ops]
  const known = pruned ? byOp(pruned) : before.known
  const outbox = events.length > 0 ? [...waiting, ...events] : waiting
  return { ...decided, after: { ...before, state, revision, event_seq, recent_ops, known, outbox } }
}

/** A request for nothing but a repeat changes nothing: there is no attempt to be stopped. */
const mayBeCarriedOut = <T>({ contested, doubted_at = 0, only_repeat }: Waiting<T>, revision: number): boolean =>
  !only_repeat && (contested === true || doubted_at >= revision)

/** The refusal of an attempt whose op was refused before: the same reason if it still holds, which may need a look-up. */
function reasonOf<T extends { id: string }>(command: Waiting<T>, state: T, refused: KnownOp): unknown {
  const { decide, op, now, in_reach, missing, if_match } = command
  if (in_reach?.(state) === false) return missing()
  try {
    assertMatch(if_match, refused.rev - 1) // the revision that it was refused at
    const decided = decide(state, { newId: idsFrom(op), now })
    if (decided instanceof LookupNeeded) return decided
  } catch (error) {
    if (isRefusal(error)) return error
  }
  return new OperationError('conflict', 'The request was refused; please try again', { retry_after: 1 })
}

function refuseUnlessAllowed<T>({ if_match, only_repeat }: Waiting<T>, revision: number) {
  assertMatch(if_match, revision)
  if (only_repeat) throw alreadyExecuted()
}
