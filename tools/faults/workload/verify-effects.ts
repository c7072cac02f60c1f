import type { Outcome } from '../load.ts'
import { isSuccess } from '../summary.ts'
import type { Verification } from './part.ts'
import { revisionProblems } from './revisions.ts'

/** An aggregate as it lies in the database after the run. */
export interface Found {
  revision: number
  event_seq: number
  /** How often each token's effect is there; absent: not at all. */
  tokens: ReadonlyMap<string, number>
}

/** An aggregate before the run. */
export interface Before {
  revision: number
  event_seq: number
}

/**
 * Checks the writes on one kind of aggregate: every acknowledged effect is there once, no effect is there twice, every effect
 * counted one revision and one event, and the revisions that were acknowledged fit together.
 */
export function verifyEffects(
  before: ReadonlyMap<string, Before>,
  after: ReadonlyMap<string, Found>,
  outcomes: readonly Outcome[],
): Verification {
  const result: Verification = { acknowledged: 0, missing: 0, doubled: 0, unknown_applied: 0, problems: [] }
  const own = outcomes.filter(({ request }) => request.effect && before.has(request.effect.aggregate))
  for (const [aggregate, writes] of groupByAggregate(own)) {
    const found = after.get(aggregate)
    if (!found) {
      result.problems.push(`${aggregate} is gone`)
      continue
    }
    for (const outcome of writes) {
      const token = outcome.request.effect!.token
      const times = found.tokens.get(token) ?? 0
      if (isSuccess(outcome)) result.acknowledged++
      else if (times > 0) result.unknown_applied++
      if (isSuccess(outcome) && times === 0) {
        result.missing++
        result.problems.push(
          `${aggregate} lacks ${token}, which was acknowledged with ${outcome.status} at revision ${outcome.revision}`,
        )
      }
      if (times > 1) {
        result.doubled++
        result.problems.push(`${aggregate} has ${token} ${times} times`)
      }
    }
    result.problems.push(
      ...countProblems(aggregate, before.get(aggregate)!, found),
      ...revisionProblems(aggregate, before.get(aggregate)!.revision, found.revision, writes),
    )
  }
  return result
}

/** Of aggregates on which each effect counts one revision and one event. */
function countProblems(aggregate: string, before: Before, { revision, event_seq, tokens }: Found): string[] {
  const effects = [...tokens.values()].reduce((all, times) => all + times, 0)
  const problems: string[] = []
  if (revision - before.revision !== effects)
    problems.push(`${aggregate} went from revision ${before.revision} to ${revision} with ${effects} effects`)
  if (event_seq - before.event_seq !== effects)
    problems.push(`${aggregate} announced ${event_seq - before.event_seq} events of ${effects} effects`)
  return problems
}

function groupByAggregate(outcomes: readonly Outcome[]): Map<string, Outcome[]> {
  const groups = new Map<string, Outcome[]>()
  for (const outcome of outcomes) {
    const { aggregate } = outcome.request.effect!
    groups.set(aggregate, [...(groups.get(aggregate) ?? []), outcome])
  }
  return groups
}
