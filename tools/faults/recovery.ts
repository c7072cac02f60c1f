import type { Outcome } from './load.ts'
import { isSuccess } from './summary.ts'

/** From when on all that was due succeeded, in ms after `backAt`. */
export function recoveryMs(outcomes: readonly Outcome[], backAt: number): number {
  const late = outcomes.filter((one) => !isSuccess(one) && one.scheduled_at > backAt).map(({ scheduled_at }) => scheduled_at)
  const next = outcomes
    .filter((one) => isSuccess(one) && one.scheduled_at > Math.max(backAt, ...late))
    .map(({ ended_at }) => ended_at)
  return Math.min(...next) - backAt
}
