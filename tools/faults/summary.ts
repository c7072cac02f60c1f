import { percentiles } from '../bench/percentiles.ts'
import { latencyOf, type Outcome } from './load.ts'
import type { Figures } from './scenario.ts'

export const isSuccess = ({ request, status }: Outcome) => status === request.expected
/** The service or the gateway failed, or nobody answered at all. */
export const isFailure = ({ status }: Outcome) => status === 0 || status >= 500
/** Answered, but a service or what it needs was away. */
export const isUnavailable = ({ status }: Outcome) => status === 503 || status === 504
/** The client was told that nothing was carried out; after a failure it cannot know. */
export const isRefusal = ({ request, status }: Outcome) => status >= 400 && status < 500 && status !== request.expected

/** Counts of requests by outcome, and latencies of those that succeeded. */
export function summarise(outcomes: readonly Outcome[]): Figures {
  const { p50, p99 } = percentiles(outcomes.filter(isSuccess).map(latencyOf))
  return {
    requests: outcomes.length,
    succeeded: outcomes.filter(isSuccess).length,
    failed: countByCode(outcomes.filter(isFailure)) || 0,
    refused: countByCode(outcomes.filter((outcome) => !isSuccess(outcome) && !isFailure(outcome))) || 0,
    p50_ms: round(p50),
    p99_ms: round(p99),
    worst_ms: round(Math.max(0, ...outcomes.map(latencyOf))),
  }
}

/** `503 overloaded: 3, 504 outcome_unknown: 1`; empty when there are none. */
export function countByCode(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>()
  for (const { status, code } of outcomes) {
    const name = `${status} ${code}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => `${name}: ${count}`).join(', ')
}

/** A few of them for a sentence: the operation, the answer, and the time that it took. */
export const examplesOf = (outcomes: readonly Outcome[], from = outcomes[0]?.scheduled_at ?? 0): string =>
  outcomes
    .slice(0, 5)
    .map(
      (one) =>
        `${one.request.operation} ${one.status} ${one.code} after ${round(latencyOf(one))} ms at ${round((one.scheduled_at - from) / 1000)} s`,
    )
    .join('; ')

export const round = (value: number) => Math.round(value * 10) / 10
