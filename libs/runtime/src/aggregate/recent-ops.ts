import { REPEATABLE_MS } from '@souk/contracts'
import type { RecentOp } from './stored.ts'

/** Twice the longest deadline: the second half is room for clocks that differ. */
export const OP_AGE_MS = 30_000
/** Allows two hundred changes of one aggregate a second. */
export const MAX_RECENT_OPS = 6144
/** Of requests with an Idempotency-Key: the newest ones. */
export const MAX_KEPT_OPS = 1000
/** Shorter lists are not worth a pruning write. */
const PRUNE_ABOVE = 64

/**
 * A recent op in memory: the op-id's bytes are a string, which also serves as the key of a map. A buffer of 16 bytes would keep
 * alive whatever it was sliced from: a whole reply of the database, or 8 KiB of Node's pool.
 */
export interface KnownOp extends Omit<RecentOp, 'op'> {
  key: string
}

/** The op-id's bytes as the key of a map. */
export const opKey = (op: Buffer) => op.toString('latin1')

export const knownOp = ({ op, ...rest }: RecentOp): KnownOp => ({ key: opKey(op), ...rest })
export const storedOp = ({ key, ...rest }: KnownOp): RecentOp => ({ op: Buffer.from(key, 'latin1'), ...rest })

/** Recent ops by op-id. */
export const byOp = (ops: readonly KnownOp[]) => new Map(ops.map((one) => [one.key, one]))

/**
 * The recent ops without those that are too old, or undefined if pruning is not worth a write. Ops of the last 30 s always stay;
 * those of requests with an Idempotency-Key stay for 24 h, the newest 1,000 of them.
 */
export function pruneOps<E extends Pick<RecentOp, 'at' | 'kept'>>(ops: readonly E[], now: number): E[] | undefined {
  if (ops.length < PRUNE_ABOVE) return undefined
  let surplus = ops.filter(({ kept }) => kept).length - MAX_KEPT_OPS
  const pruned = ops.filter(({ at, kept }) => {
    const isSurplus = kept === true && surplus-- > 0
    return now - at <= (kept && !isSurplus ? REPEATABLE_MS : OP_AGE_MS)
  })
  const isWorthIt = pruned.length <= ops.length / 2 || ops.length >= MAX_RECENT_OPS / 2
  return isWorthIt && pruned.length < ops.length ? pruned : undefined
}
