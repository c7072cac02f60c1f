import { randomBytes } from 'node:crypto'
import { operations } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { MAX_KEPT_OPS, MAX_RECENT_OPS, OP_AGE_MS, pruneOps } from '../src/aggregate/recent-ops.ts'
import type { RecentOp } from '../src/aggregate/stored.ts'

const NOW = 1_800_000_000_000
const HOUR = 3600_000
const entry = (age: number, kept = false): RecentOp => ({
  op: randomBytes(16),
  at: NOW - age,
  rev: 1,
  ...(kept && { kept: true as const }),
})
const entries = (count: number, age: number, kept = false) => Array.from({ length: count }, () => entry(age, kept))

describe('the ring of recent ops', () => {
  it('keeps an entry at least twice as long as the longest deadline of any operation', () => {
    const { name, deadline_ms } = operations.toSorted((a, b) => b.deadline_ms - a.deadline_ms)[0]!

    expect(2 * deadline_ms, name).toBeLessThanOrEqual(OP_AGE_MS)
  })

  it.each([
    ['short', entries(63, HOUR)],
    ['all young', entries(4000, OP_AGE_MS - 1000)],
    ['mostly young', [...entries(40, HOUR), ...entries(60, 1000)]],
    ['all kept', entries(1000, 23 * HOUR, true)],
  ])('is left unchanged while it is %s', (_kind, ring) => {
    expect(pruneOps(ring, NOW)).toBeUndefined()
  })

  it('drops entries older than 30 s', () => {
    const young = entries(10, OP_AGE_MS - 1000)

    expect(pruneOps([...entries(60, OP_AGE_MS + 1000), ...young], NOW)).toEqual(young)
  })

  it('keeps entries of requests with an idempotency key for 24 h, in order', () => {
    const [kept, young] = [entries(30, 23 * HOUR, true), entries(10, 0)]

    expect(pruneOps([...entries(30, 25 * HOUR, true), ...kept, ...entries(40, HOUR), ...young], NOW)).toEqual([...kept, ...young])
  })

  it('keeps at most the newest 1,000 of those, but never drops entries younger than 30 s', () => {
    const ring = [...entries(3000, HOUR, true), ...entries(MAX_KEPT_OPS, 2000, true)]
    const flood = entries(MAX_RECENT_OPS, 1000, true)

    expect(pruneOps(ring, NOW)).toEqual(ring.slice(-MAX_KEPT_OPS))
    expect(pruneOps(flood, NOW)).toBeUndefined()
  })

  it('is pruned when it is almost full, however little there is to prune', () => {
    const young = entries(MAX_RECENT_OPS - 1, 1000)

    expect(pruneOps([entry(HOUR), ...young], NOW)).toEqual(young)
  })
})
