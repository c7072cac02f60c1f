import type { Decided, Loaded } from './decided.ts'
import type { OutboxEvent } from './outbox.ts'
import { byOp, type KnownOp, MAX_RECENT_OPS, pruneOps } from './recent-ops.ts'

/** A batch while it is decided: the state that its last command left, and what has become of its commands so far. */
export interface Batch<T> extends Pick<Loaded<T>, 'state' | 'revision' | 'event_seq'> {
  before: Loaded<T>
  /** Epoch ms. */
  now: number
  /** The recent ops before this batch that are kept. */
  recent: readonly KnownOp[]
  /** The events before this batch that still wait to be published. */
  waiting: readonly OutboxEvent[]
  decided: Omit<Decided<T>, 'after'>
}

/** A batch before its first command. @param published as for `decideBatch` */
export function newBatch<T>(before: Loaded<T>, published: number): Batch<T> {
  const now = Date.now()
  const { state, revision, event_seq, recent_ops, outbox } = before
  const pruned = pruneOps(recent_ops, now)
  const emptied = outbox.length > 0 && outbox[0]!.seq <= published
  const decided: Batch<T>['decided'] = {
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
  const waiting = emptied ? outbox.filter(({ seq }) => seq > published) : outbox
  return { before, now, recent: pruned ?? recent_ops, waiting, state, revision, event_seq, decided }
}

/** The aggregate as the batch leaves it. */
export function stateAfter<T>({ before, recent, waiting, state, revision, event_seq, decided }: Batch<T>): Loaded<T> {
  const { ops, events, pruned } = decided
  const recent_ops = [...recent, ...ops]
  const known = pruned ? byOp(recent) : before.known
  const outbox = events.length > 0 ? [...waiting, ...events] : waiting
  return { ...before, state, revision, event_seq, recent_ops, known, outbox }
}

/** Adds an op at a new revision. */
export function remember<T>(batch: Batch<T>, entry: KnownOp) {
  batch.revision = entry.rev
  batch.decided.added.set(entry.key, entry)
  batch.decided.ops.push(entry)
}

/** Whether no further op can be remembered. */
export const areOpsFull = <T>({ recent, decided }: Batch<T>) => recent.length + decided.ops.length >= MAX_RECENT_OPS
