import {
  KEPT_OP_AGE_MS,
  MAX_KEPT_OPS,
  MAX_PENDING_EVENTS,
  MAX_RECENT_OPS,
  OP_AGE_MS,
  type OpId,
  type RecentOp,
  type Stored,
} from '@souk/runtime'
import type { Document } from 'mongodb'
import type { PriceRecord } from '../domain/price.ts'

/** One request's wish for a price. Those that are applied together are wishes for the same one: equal list and key. */
export interface PriceCommand {
  price: PriceRecord
  op: OpId
  /** Set for requests with an Idempotency-Key. */
  keep_op: boolean
  /** Set when the work is known to be done and only its answer is wanted. */
  only_repeat?: boolean
  /** Epoch ms. */
  deadline: number
  onWait?: () => void
}

/** At least one. */
export type PriceCommands = readonly [PriceCommand, ...PriceCommand[]]

/** The price with this key, unless one of the ops was applied to it, or its ring or its outbox is full. */
export const upsertFilter = (commands: PriceCommands, now: number) => ({
  price_list_id: commands[0].price.price_list_id,
  key: commands[0].price.key,
  'recent_ops.op': { $nin: commands.map(({ op }) => op.bytes) },
  // What follows the kept entries is old as soon as its first entry is: then this write makes room by itself.
  $or: [
    { [`recent_ops.${MAX_RECENT_OPS - 1}`]: { $exists: false } },
    { [`recent_ops.${MAX_KEPT_OPS + 1}.at`]: { $lt: now - OP_AGE_MS } },
  ],
  [`outbox.${MAX_PENDING_EVENTS - 1}`]: { $exists: false },
})

/** The same as the filter's second half, of a price that was read. */
export const isFull = (
  { recent_ops, outbox }: { recent_ops: readonly Pick<RecentOp, 'at'>[]; outbox: readonly unknown[] },
  now: number,
) =>
  outbox.length >= MAX_PENDING_EVENTS ||
  (recent_ops.length >= MAX_RECENT_OPS && (recent_ops[MAX_KEPT_OPS + 1]?.at ?? 0) >= now - OP_AGE_MS)

/**
 * One update that makes the price as the first command wants it, or gives an existing one (which keeps its id and its age) the
 * amount of the last; counts a revision and announces an event for each, and drops ring entries by age. Every value goes in as a
 * literal: nothing of it is read as an expression.
 */
export function upsertPipeline(commands: PriceCommands, now: number): Document[] {
  const { id, amount: _amount, updated_at: _updated, deleted_at: _deleted, ...onInsert } = commands[0].price
  const { amount, updated_at, deleted_at } = commands.at(-1)!.price
  const isNew = { $eq: [{ $type: '$revision' }, 'missing'] }
  const once = (name: string, value: unknown) => ({ $cond: [isNew, { $literal: value }, `$${name}`] })
  const counted = (name: string, by: number) => ({ $add: [{ $ifNull: [`$${name}`, 0] }, by] })

  const ops = commands.map(({ op, keep_op }, index) => ({
    op: { $literal: op.bytes },
    at: { $literal: op.at },
    rev: counted('revision', index + 1),
    ...(keep_op && { kept: { $literal: true } }),
  }))
  const events = commands.map(({ price }, index) => ({
    seq: counted('event_seq', index + 1),
    type: index === 0 ? { $cond: [isNew, 'pricing.price.created', 'pricing.price.updated'] } : 'pricing.price.updated',
    at: { $literal: price.updated_at },
    ids: { id: once('_id', id), price_list_id: { $literal: price.price_list_id } },
  }))
  const fields: Record<keyof Stored<PriceRecord>, unknown> = {
    ...(Object.fromEntries(Object.entries(onInsert).map(([name, value]) => [name, once(name, value)])) as Record<
      keyof typeof onInsert,
      unknown
    >),
    _id: once('_id', id),
    amount: { $literal: amount },
    updated_at: { $literal: updated_at },
    deleted_at: { $literal: deleted_at },
    revision: counted('revision', commands.length),
    event_seq: counted('event_seq', commands.length),
    recent_ops: { $concatArrays: [...youngOps(now), ops] },
    outbox: { $concatArrays: [{ $ifNull: ['$outbox', []] }, events] },
    outbox_since: { $ifNull: ['$outbox_since', { $literal: now }] },
  }
  return [{ $set: fields }]
}

/** The ring without what is too old: the kept entries first. */
function youngOps(now: number): Document[] {
  const youngerThan = (age: number, isKept: boolean) => ({
    $filter: {
      input: { $ifNull: ['$recent_ops', []] },
      as: 'one',
      cond: { $and: [{ $eq: [{ $ifNull: ['$$one.kept', false] }, isKept] }, { $gte: ['$$one.at', { $literal: now - age }] }] },
    },
  })
  return [{ $slice: [youngerThan(KEPT_OP_AGE_MS, true), -MAX_KEPT_OPS] }, youngerThan(OP_AGE_MS, false)]
}
