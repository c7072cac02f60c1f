import type { Outcome } from './load.ts'
import type { Figures } from './scenario.ts'
import { countByCode, examplesOf, isFailure, isSuccess } from './summary.ts'
import type { Verification } from './workload/part.ts'
import { staleReads, wronglyShown } from './workload/revisions.ts'

const SHOWN_PROBLEMS = 5

/** Promises about the database, as figures and sentences. */
export function judgeData(
  { acknowledged, missing, doubled, unknownApplied, refusedApplied, problems }: Verification,
  outcomes: readonly Outcome[],
) {
  const all = [...problems, ...staleReads(outcomes), ...wronglyShown(outcomes)]
  const figures: Figures = {
    writes_acknowledged: acknowledged,
    writes_missing: missing,
    writes_doubled: doubled,
    unknown_but_applied: unknownApplied,
    refused_but_applied: refusedApplied,
  }
  const rest = all.length > SHOWN_PROBLEMS ? [`and ${all.length - SHOWN_PROBLEMS} more of that kind`] : []
  return { figures, broken: [...all.slice(0, SHOWN_PROBLEMS), ...rest] }
}

/** Nobody is refused, and nobody is left without an answer. @param allowed failures that the scenario expects */
export function judgeAnswers(outcomes: readonly Outcome[], allowed: (outcome: Outcome) => boolean = () => false): string[] {
  const wrong = outcomes.filter((one) => isFailure(one) && !allowed(one))
  const refused = outcomes.filter((one) => !isSuccess(one) && !isFailure(one) && !allowed(one))
  const silent = outcomes.filter(({ status, retry_after }) => (status === 503 || status === 429) && retry_after === undefined)
  const begin = Math.min(...outcomes.map(({ scheduled_at }) => scheduled_at))
  return [
    ...(wrong.length > 0 ? [`failed: ${countByCode(wrong)} (${examplesOf(wrong, begin)})`] : []),
    ...(refused.length > 0 ? [`refused without a reason: ${countByCode(refused)} (${examplesOf(refused, begin)})`] : []),
    ...(silent.length > 0 ? [`${silent.length} answers of 503 or 429 without Retry-After`] : []),
  ]
}
