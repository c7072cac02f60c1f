import type { Outcome } from '../load.ts'
import { isRefusal, isSuccess } from '../summary.ts'
import { NOTHING_WRITTEN, type Verification } from './part.ts'
import { type Counts, revisionProblems } from './revisions.ts'

/** An aggregate as it lies in the database after the run. */
export interface Found extends Counts {
  /** How often each token's effect is there; absent: not at all. */
  tokens: ReadonlyMap<string, number>
}

/**
 * Checks the writes on one kind of aggregate: every acknowledged effect is there once, no refused one is there, none is there
 * twice, every effect announced one event, and the revisions that were acknowledged fit together.
 */
export function verifyEffects(
  before: ReadonlyMap<string, Counts>,
  after: ReadonlyMap<string, Found>,
  outcomes: readonly Outcome[],
): Verification {
  const result: Verification = { ...NOTHING_WRITTEN, problems: [] }
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
      else if (times > 0 && isRefusal(outcome)) {
        result.refusedApplied++
        result.problems.push(`${aggregate} has ${token}, which was refused with ${outcome.status} ${outcome.code}`)
      } else if (times > 0) result.unknownApplied++
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
      ...revisionProblems(aggregate, before.get(aggregate)!, found, writes),
    )
  }
  return result
}

/** Of aggregates on which each effect means one event. */
function countProblems(aggregate: string, before: Counts, { event_seq, tokens }: Found): string[] {
  const effects = [...tokens.values()].reduce((all, times) => all + times, 0)
  const events = event_seq - before.event_seq
  return events === effects ? [] : [`${aggregate} announced ${events} events of ${effects} effects`]
}

function groupByAggregate(outcomes: readonly Outcome[]): Map<string, Outcome[]> {
  const groups = new Map<string, Outcome[]>()
  for (const outcome of outcomes) {
    const { aggregate } = outcome.request.effect!
    groups.set(aggregate, [...(groups.get(aggregate) ?? []), outcome])
  }
  return groups
}
