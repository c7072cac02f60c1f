import { OperationError, overloaded } from '@souk/contracts'
import { assertMatch } from '../etag.ts'
import { alreadyExecuted, isRefusal } from '../fate.ts'
import { idsFrom } from '../ids.ts'
import { areOpsFull, type Batch, newBatch, remember, stateAfter } from './batch.ts'
import { type Decision, LookupNeeded, type Waiting } from './command.ts'
import type { Decided, Loaded } from './decided.ts'
import { MAX_PENDING_EVENTS } from './outbox.ts'
import { type KnownOp, opKey } from './recent-ops.ts'

/**
 * Decides each command on the state that the previous one left. A refusal affects no other command and changes nothing, except
 * that it is recorded, at a new revision, if another attempt of its op might still be carried out.
 * @param published the sequence number up to which events are known to be published: these may be removed
 */
export function decideBatch<T extends { id: string }>(
  before: Loaded<T>,
  commands: readonly Waiting<T>[],
  published: number,
): Decided<T> {
  const batch = newBatch(before, published)
  for (const command of commands) decideNext(batch, command)
  return { ...batch.decided, after: stateAfter(batch) }
}

function decideNext<T extends { id: string }>(batch: Batch<T>, command: Waiting<T>) {
  const { before, decided, state } = batch
  const key = opKey(command.op.bytes)
  const known = before.known.get(key) ?? decided.added.get(key)
  if (known?.refused) {
    const refusals = decided.added.has(key) ? decided.recorded : decided.settled
    refusals.push([command, reasonOf(command, state, known)])
  } else if (known) decided.repeated.push([command, { state, revision: known.rev, repeated: true }])
  else if (command.visible?.(state) === false) decided.settled.push([command, command.missing()])
  else carryOut(batch, command, key)
}

function carryOut<T extends { id: string }>(batch: Batch<T>, command: Waiting<T>, key: string) {
  const { decided } = batch
  try {
    assertAllowed(batch, command)
    const next = command.decide(batch.state, { newId: idsFrom(command.op), now: command.now })
    if (next instanceof LookupNeeded) decided.needing.push([command, next])
    else accept(batch, command, key, next)
  } catch (error) {
    if (isRefusal(error) && mayBeCarriedOut(command, batch.before.revision) && !areOpsFull(batch)) {
      remember(batch, { key, at: Math.max(command.op.at, batch.now), rev: batch.revision + 1, refused: true })
      decided.recorded.push([command, error])
    } else decided.refused.push([command, error])
  }
}

/** @throws the refusal of a command that is not decided at all */
function assertAllowed<T>(batch: Batch<T>, command: Waiting<T>) {
  if (command.inReach?.(batch.state) === false) {
    if (command.fate) command.fate.may_change_hands = true
    throw command.missing()
  }
  assertMatch(command.if_match, batch.revision)
  if (command.onlyRepeat) throw alreadyExecuted()
  const pending = batch.waiting.length + batch.decided.events.length
  if (pending >= MAX_PENDING_EVENTS || areOpsFull(batch)) throw overloaded()
}

function accept<T>(batch: Batch<T>, command: Waiting<T>, key: string, next: Decision<T>) {
  const { op, now, keepOp } = command
  const { accepted, events } = batch.decided
  batch.state = next.state
  const entry: KnownOp = { key, at: Math.max(op.at, batch.now), rev: batch.revision + 1 }
  if (keepOp) entry.kept = true
  remember(batch, entry)
  for (const event of next.events ?? []) events.push({ seq: ++batch.event_seq, at: now, ...event })
  accepted.push([command, { state: batch.state, revision: batch.revision, repeated: false }])
}

/** A request for nothing but a repeat changes nothing: there is no attempt to be stopped. */
const mayBeCarriedOut = <T>({ contested, doubtedAt = 0, onlyRepeat }: Waiting<T>, revision: number): boolean =>
  !onlyRepeat && (contested === true || doubtedAt >= revision)

/** The refusal of an attempt whose op was refused before: the same reason if it still holds, which may need a look-up. */
function reasonOf<T extends { id: string }>(command: Waiting<T>, state: T, refused: KnownOp): unknown {
  const { decide, op, now, inReach, missing, if_match } = command
  if (inReach?.(state) === false) return missing()
  try {
    assertMatch(if_match, refused.rev - 1) // the revision that it was refused at
    const decided = decide(state, { newId: idsFrom(op), now })
    if (decided instanceof LookupNeeded) return decided
  } catch (error) {
    if (isRefusal(error)) return error
  }
  return new OperationError('conflict', 'The request was refused; please try again', { retry_after: 1 })
}
