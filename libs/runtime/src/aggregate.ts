import { conflict, OperationError, overloaded } from '@souk/contracts'
import { LRUCache } from 'lru-cache'
import type { Collection, Filter, UpdateFilter } from 'mongodb'
import { setTimeout as sleep } from 'node:timers/promises'
import { diffUpdate } from './diff-update.ts'
import { idsFrom, type NewId, type OpId } from './ids.ts'
import { fromDocument, type Internals, type RecentOp, type Stored, timeLeft } from './mongo.ts'
import { type DomainEvent, MAX_PENDING_EVENTS, type OutboxEvent } from './outbox.ts'

/** What a decision has at hand: everything that is not a pure function of the state arrives here. */
export interface DecisionContext {
  /** Ids derived from the op-id: the same ones each time the decision is taken. */
  newId: NewId
  /** ISO 8601, the same each time the decision is taken. */
  now: string
}

/** Takes the next state from the present one, and says which events that means. Pure; refuses by throwing. */
export type Decide<T> = (state: T, context: DecisionContext) => { state: T; events?: readonly DomainEvent[] }

export interface Command<T> {
  op: OpId
  /** Epoch ms. */
  deadline: number
  decide: Decide<T>
  /** The refusal when there is no such aggregate, or none that this caller may see. */
  missing: () => OperationError
  /** False hides the aggregate from this caller: tenants and sales channels. */
  visible?: (state: T) => boolean
  /** Revisions that `If-Match` allows; undefined allows all. */
  if_match?: readonly number[] | undefined
  /** Entries of requests with an Idempotency-Key are remembered for 24 h instead of 20 s. */
  keep_op?: boolean
  /** Called when the command has to wait for others on the same aggregate. */
  onWait?: () => void
}

export interface Outcome<T> {
  state: T
  revision: number
  /** True when this op had been applied before: the state may have moved on since. */
  repeated: boolean
}

export interface AggregateOptions {
  /** Called after a write that left events in the outbox. */
  onEvents?: (id: string) => void
}

const MAX_BATCH = 64
const MAX_WAITING = 256
const MAX_TRIES = 10
const OP_AGE_MS = 20_000
const KEPT_OP_AGE_MS = 24 * 3600_000
const MAX_RECENT_OPS = 4096
const MAX_KEPT_OPS = 1000
/** Rings shorter than this are not worth a pruning write. */
const PRUNE_ABOVE = 64
const CACHE = { max: 1000, ttl: 5000 }

interface Waiting<T> extends Command<T> {
  now: string
  resolve: (outcome: Outcome<T>) => void
  reject: (error: unknown) => void
}

interface Loaded<T> extends Omit<Internals, 'outbox'> {
  state: T
  pending_events: number
  /** The ring by op-id, for look-ups: the revision that each op led to. */
  revision_of: Map<string, number>
}

/**
 * Commands on one aggregate queue up inside this replica: all that wait are decided on one state, each on what the one before left,
 * and written once. `updateOne({_id, revision})` is the proof that nobody else wrote in between, so a state seen lately may be used
 * again: after a failed update, and before anything is refused, the document is read anew.
 */
export function createAggregates<T extends { id: string }>(collection: Collection<Stored<T>>, options: AggregateOptions = {}) {
  const queues = new Map<string, Waiting<T>[]>()
  const cache = new LRUCache<string, Loaded<T>>(CACHE)

  /** @throws the decision's refusal; `conflict` after ten lost races; `overloaded` when too many wait */
  function execute(id: string, command: Command<T>): Promise<Outcome<T>> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting<T> = { ...command, now: new Date().toISOString(), resolve, reject }
      const queue = queues.get(id)
      if (!queue) {
        const own = [waiting]
        queues.set(id, own)
        void work(id, own) // settles every command itself
      } else if (queue.length >= MAX_WAITING) {
        reject(overloaded('Too many requests wait for this record; try again shortly'))
      } else {
        command.onWait?.()
        queue.push(waiting)
      }
    })
  }

  async function work(id: string, queue: Waiting<T>[]) {
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_BATCH)
      try {
        await settle(id, batch)
      } catch (error) {
        cache.delete(id)
        for (const command of batch) command.reject(error)
      }
    }
    queues.delete(id)
  }

  async function settle(id: string, all: Waiting<T>[]) {
    let batch = all.filter((command) => command.deadline > Date.now() || void command.reject(late()))
    let cached = cache.get(id)
    for (let tries = 0; tries < MAX_TRIES && batch.length > 0; tries++) {
      const loaded = cached ?? (await read(id, batch))
      if (!loaded) return batch.forEach((command) => command.reject(command.missing()))

      const decided = decideAll(loaded, batch)
      if (cached && decided.unsure) {
        cached = undefined
        tries--
        continue
      }
      for (const [command, error] of decided.refused) command.reject(error)
      const landed = decided.accepted.length === 0 || (await write(id, loaded, decided))
      if (landed) {
        cache.set(id, decided.loaded)
        for (const [command, outcome] of [...decided.repeated, ...decided.accepted]) command.resolve(outcome)
        if (decided.events.length > 0) options.onEvents?.(id)
        return
      }
      cached = undefined
      cache.delete(id)
      const refused = new Set(decided.refused.map(([command]) => command))
      batch = batch.filter((command) => !refused.has(command))
      await sleep(1 + Math.random() * 19)
    }
    for (const command of batch) command.reject(conflict('The record was modified by others again and again; please try again'))
  }

  async function read(id: string, batch: readonly Waiting<T>[]): Promise<Loaded<T> | undefined> {
    const document = await collection.findOne({ _id: id } as Filter<Stored<T>>, latest(batch))
    return document ? loadedFrom<T>(document as unknown as Stored<T>) : undefined
  }

  async function write(id: string, before: Loaded<T>, decided: Decided<T>): Promise<boolean> {
    const { loaded, events, ops } = decided
    const pruned = pruneRing(before.recent_ops, ops)
    loaded.recent_ops = pruned ?? [...before.recent_ops, ...ops]
    if (pruned) loaded.revision_of = byOp(pruned)
    const { $set, $unset, $push } = diffUpdate(before.state as Record<string, unknown>, loaded.state as Record<string, unknown>)
    const update = {
      $set: { ...$set, ...(pruned && { recent_ops: pruned }), ...(events.length > 0 && { event_seq: loaded.event_seq }) },
      ...($unset && { $unset }),
      $inc: { revision: loaded.revision - before.revision },
      $push: { ...$push, ...(!pruned && { recent_ops: { $each: ops } }), ...(events.length > 0 && { outbox: { $each: events } }) },
      ...(events.length > 0 && { $min: { outbox_since: Date.now() } }),
    }
    const filter = { _id: id, revision: before.revision } as unknown as Filter<Stored<T>>
    const written = decided.accepted.map(([command]) => command)
    const { matchedCount } = await collection.updateOne(filter, withoutEmpty(update) as unknown as UpdateFilter<Stored<T>>, latest(written))
    return matchedCount === 1
  }

  return { execute }
}

export type Aggregates<T extends { id: string }> = ReturnType<typeof createAggregates<T>>

interface Decided<T> {
  loaded: Loaded<T>
  accepted: [Waiting<T>, Outcome<T>][]
  repeated: [Waiting<T>, Outcome<T>][]
  refused: [Waiting<T>, unknown][]
  ops: RecentOp[]
  events: OutboxEvent[]
  /** Something was refused, or changed nothing: only a fresh state may say so. */
  unsure: boolean
}

function decideAll<T extends { id: string }>(start: Loaded<T>, batch: readonly Waiting<T>[]): Decided<T> {
  const decided: Decided<T> = { loaded: { ...start }, accepted: [], repeated: [], refused: [], ops: [], events: [], unsure: false }
  const { loaded } = decided
  for (const command of batch) {
    const key = ringKey(command.op.bytes)
    const known = loaded.revision_of.get(key)
    if (known !== undefined) {
      decided.repeated.push([command, { state: loaded.state, revision: known, repeated: true }])
      continue
    }
    try {
      refuseUnlessAllowed(command, loaded, decided)
      const next = command.decide(loaded.state, { newId: idsFrom(command.op), now: command.now })
      loaded.state = next.state
      loaded.revision++
      loaded.revision_of.set(key, loaded.revision) // seen only by those who use this state: dropped when the write fails
      decided.ops.push({ op: command.op.bytes, at: command.op.at, rev: loaded.revision, ...(command.keep_op && { kept: true }) })
      for (const event of next.events ?? []) decided.events.push({ seq: ++loaded.event_seq, at: command.now, ...event })
      decided.accepted.push([command, { state: loaded.state, revision: loaded.revision, repeated: false }])
    } catch (error) {
      decided.refused.push([command, error])
    }
  }
  loaded.pending_events += decided.events.length
  decided.unsure = decided.refused.length > 0
  return decided
}

function refuseUnlessAllowed<T extends { id: string }>(command: Waiting<T>, loaded: Loaded<T>, decided: Decided<T>) {
  if (command.visible?.(loaded.state) === false) throw command.missing()
  if (command.if_match && !command.if_match.includes(loaded.revision)) {
    throw new OperationError('revision_mismatch', 'The record is not at the revision that If-Match names')
  }
  if (loaded.pending_events + decided.events.length >= MAX_PENDING_EVENTS) throw overloaded()
  if (loaded.recent_ops.length + decided.ops.length >= MAX_RECENT_OPS) throw overloaded()
}

function loadedFrom<T extends { id: string }>(document: Stored<T>): Loaded<T> {
  const { revision, recent_ops, outbox, event_seq } = document
  return { state: fromDocument<T>(document), revision, recent_ops, event_seq, pending_events: outbox.length, revision_of: byOp(recent_ops) }
}

const ringKey = (op: Buffer) => op.toString('latin1')
const byOp = (ring: readonly RecentOp[]) => new Map(ring.map(({ op, rev }) => [ringKey(op), rev]))

/** The ring without what is too old, or undefined while pruning is not worth it: entries go by age, never by count alone. */
function pruneRing(ring: readonly RecentOp[], added: readonly RecentOp[]): RecentOp[] | undefined {
  const now = Date.now()
  const isOld = ({ at, kept }: RecentOp) => now - at > (kept ? KEPT_OP_AGE_MS : OP_AGE_MS)
  if (ring.length < PRUNE_ABOVE || !isOld(ring[ring.length >> 1]!)) return undefined
  const young = ring.filter((entry) => !isOld(entry))
  const kept = young.filter((entry) => entry.kept).slice(-MAX_KEPT_OPS)
  return [...kept, ...young.filter((entry) => !entry.kept), ...added]
}

const late = () => new OperationError('deadline_exceeded', 'The request took too long')
const latest = (batch: readonly { deadline: number }[]) => timeLeft(Math.max(...batch.map(({ deadline }) => deadline)))

const withoutEmpty = (update: Record<string, object>) => Object.fromEntries(Object.entries(update).filter(([, fields]) => Object.keys(fields).length > 0))
