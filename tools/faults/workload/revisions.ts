import type { Outcome } from '../load.ts'
import { isSuccess } from '../summary.ts'

/**
 * The revisions that writes on one aggregate were acknowledged with are its history: each belongs to one write, all lie between
 * first and last, those that are not acknowledged are no more than writes whose outcome is unknown, and no write that began after
 * another had ended has a smaller one. Writes without an ETag are left out.
 */
export function revisionProblems(aggregate: string, before: number, after: number, writes: readonly Outcome[]): string[] {
  const problems: string[] = []
  const told = writes.filter((write) => isSuccess(write) && write.revision !== undefined)
  if (told.length === 0) return problems
  const unknown = writes.filter((write) => !isSuccess(write)).length
  const revisions = new Set(told.map(({ revision }) => revision!))
  if (revisions.size !== told.length)
    problems.push(`${aggregate}: ${told.length - revisions.size} revisions were acknowledged twice`)
  for (const revision of revisions)
    if (revision <= before || revision > after)
      problems.push(`${aggregate}: revision ${revision} was acknowledged, but the last one is ${after}`)
  const gaps = after - before - revisions.size
  if (gaps > unknown)
    problems.push(`${aggregate}: ${gaps} revisions belong to nobody, but only ${unknown} writes were not acknowledged`)
  return [...problems, ...orderProblems(aggregate, told)]
}

/** Real-time order: a write sees everything that had been acknowledged before it was sent. */
function orderProblems(aggregate: string, told: readonly Outcome[]): string[] {
  const byEnd = told.toSorted((a, b) => a.ended_at - b.ended_at)
  let highest = 0
  let next = 0
  let wrong = 0
  for (const write of told.toSorted((a, b) => a.sent_at - b.sent_at)) {
    while (next < byEnd.length && byEnd[next]!.ended_at < write.sent_at) highest = Math.max(highest, byEnd[next++]!.revision!)
    if (write.revision! <= highest) wrong++
  }
  return wrong > 0
    ? [`${aggregate}: ${wrong} writes have a revision below one that had been acknowledged before they were sent`]
    : []
}

/** Reads that told an older revision than one that had been acknowledged before they were sent. */
export function staleReads(outcomes: readonly Outcome[]): string[] {
  const problems: string[] = []
  const known = outcomes.filter((one) => isSuccess(one) && one.revision !== undefined)
  const writes = known.filter(({ request }) => request.effect)
  for (const { request, sent_at, revision } of known) {
    if (request.reads === undefined) continue
    const newest = Math.max(
      0,
      ...writes
        .filter((write) => write.request.effect!.aggregate === request.reads && write.ended_at < sent_at)
        .map((write) => write.revision!),
    )
    if (revision! < newest)
      problems.push(`${request.reads}: a read told revision ${revision} after ${newest} had been acknowledged`)
  }
  return problems
}
