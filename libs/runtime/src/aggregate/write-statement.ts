import { BSON, type Filter, type UpdateFilter } from 'mongodb'
import type { Statement } from '../store/bulk-writer.ts'
import type { Decided, Loaded } from './decided.ts'
import { diffUpdate, type Update } from './diff-update.ts'
import { storedOp } from './recent-ops.ts'
import type { Stored } from './stored.ts'

/** Upper bounds of their length in BSON. */
const OP_BYTES = 100
const EVENT_BYTES = 1024

interface Writing<T> {
  id: string
  before: Loaded<T>
  decided: Decided<T>
  /** The new words by which lists find the record; undefined if they stay the same. */
  search_words: string[] | undefined
  /** Epoch ms. */
  now: number
}

/**
 * The write that turns an aggregate into the decided state, provided that it is still at the revision of `before`.
 * @returns also an upper bound of the bytes by which the state grows
 */
export function writeStatement<T extends { id: string }>({
  id,
  before,
  decided: { after, pruned, ops, events, emptied },
  search_words,
  now,
}: Writing<T>): { statement: Statement<Stored<T>>; growth: number } {
  const isWaiting = after.outbox.length > 0
  const changes = diffUpdate(before.state as Record<string, unknown>, after.state as Record<string, unknown>)
  const update = {
    $set: {
      ...changes.$set,
      ...(search_words && { search_words }),
      ...(pruned && { recent_ops: after.recent_ops.map(storedOp) }),
      ...(events.length > 0 && { event_seq: after.event_seq }),
      ...(emptied && { outbox: after.outbox, ...(isWaiting && { outbox_since: now }) }),
    },
    $unset: { ...changes.$unset, ...(emptied && !isWaiting && { outbox_since: '' }) },
    $push: {
      ...changes.$push,
      ...(!pruned && { recent_ops: { $each: ops.map(storedOp) } }),
      ...(!emptied && events.length > 0 && { outbox: { $each: events } }),
    },
    $pull: { ...changes.$pull },
    $inc: { revision: after.revision - before.revision },
    ...(!emptied && events.length > 0 && { $min: { outbox_since: now } }),
  }
  const filter = { _id: id, revision: before.revision } as unknown as Filter<Stored<T>>
  const growth = growthBy(changes)
  const bytes = growth + (pruned ? after.recent_ops.length * OP_BYTES : 0) + (emptied ? after.outbox.length * EVENT_BYTES : 0)
  return { statement: { filter, update: withoutEmpty(update) as UpdateFilter<Stored<T>>, bytes }, growth }
}

/**
 * An upper bound: replaced values count in full, except numbers and short texts, which replace values of about the same length.
 * Once the estimate is too large for the cache, the state is read again.
 */
function growthBy({ $push, $set }: Update): number {
  let weighed: Record<string, unknown> | undefined = $push
  for (const name in $set) {
    const value = $set[name]
    if (isLong(value)) weighed = { ...weighed, [name]: value }
  }
  return weighed ? BSON.calculateObjectSize(weighed) : 0
}
const isLong = (value: unknown) =>
  (typeof value === 'object' && value !== null) || (typeof value === 'string' && value.length > 64)

const withoutEmpty = (update: Record<string, object>) =>
  Object.fromEntries(Object.entries(update).filter(([, fields]) => Object.keys(fields).length > 0))
