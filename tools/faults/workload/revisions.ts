import type { Outcome } from '../load.ts'
import { isFailure, isRefusal, isSuccess } from '../summary.ts'

/** An aggregate's counters. */
export interface Counts {
  revision: number
  /** Of its newest event. */
  event_seq: number
}

/**
 * The history of one aggregate, of writes that mean one event each. Revisions that were acknowledged belong to one write each,
 * lie between first and last, and no write that began after another had ended has a smaller one. Every event belongs to a write
 * that was acknowledged or whose outcome is unknown. A revision without an event is a refusal that was written down, so that no
 * other attempt is carried out: there are no more of them than writes that were not acknowledged. Writes without an ETag are
 * counted only.
 */
export function revisionProblems(aggregate: string, before: Counts, after: Counts, writes: readonly Outcome[]): string[] {
  const problems: string[] = []
  const acknowledged = writes.filter(isSuccess)
  const told = acknowledged.filter(({ revision }) => revision !== undefined)
  const unknown = writes.filter(isFailure).length
  const revisions = new Set(told.map(({ revision }) => revision!))
  if (revisions.size !== told.length)
    problems.push(`${aggregate}: ${told.length - revisions.size} revisions were acknowledged twice`)
  for (const revision of revisions)
    if (revision <= before.revision || revision > after.revision)
      problems.push(`${aggregate}: revision ${revision} was acknowledged, but the last one is ${after.revision}`)

  const counted = after.revision - before.revision
  const events = after.event_seq - before.event_seq
  const surplus = events - acknowledged.length
  if (surplus > unknown)
    problems.push(`${aggregate}: ${surplus} effects belong to nobody, but the outcome of only ${unknown} writes is unknown`)
  if (surplus < 0) problems.push(`${aggregate}: ${acknowledged.length} writes were acknowledged, but ${events} had an effect`)
  const silent = counted - events
  if (silent < 0 || silent > writes.length - acknowledged.length)
    problems.push(`${aggregate} went from revision ${before.revision} to ${after.revision} with ${events} effects`)
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

/** Reads that do not show a write that had been acknowledged before they were sent, or show one that was refused. */
export function wronglyShown(outcomes: readonly Outcome[]): string[] {
  const problems: string[] = []
  for (const [name, reads] of groupBy(outcomes, (one) => one.shown && one.request.reads)) {
    const writes = outcomes.filter(
      ({ request }) => request.effect && (request.effect.shown_in ?? request.effect.aggregate) === name,
    )
    const refused = new Set(writes.filter(isRefusal).map(tokenOf))
    const acknowledged = writes.filter(isSuccess)
    for (const { shown, sent_at } of reads) {
      const tokens = new Set(shown)
      const lacks = acknowledged.find((write) => write.ended_at < sent_at && !tokens.has(tokenOf(write)))
      if (lacks) problems.push(`${name}: a read does not show ${tokenOf(lacks)}, which had been acknowledged before`)
      const invented = shown!.find((token) => refused.has(token))
      if (invented) problems.push(`${name}: a read shows ${invented}, which was refused`)
    }
  }
  return problems
}

const tokenOf = ({ request }: Outcome) => request.effect!.token

function groupBy(outcomes: readonly Outcome[], nameOf: (outcome: Outcome) => string | undefined): Map<string, Outcome[]> {
  const groups = new Map<string, Outcome[]>()
  for (const outcome of outcomes) {
    const name = nameOf(outcome)
    if (name === undefined) continue
    const group = groups.get(name)
    if (group) group.push(outcome)
    else groups.set(name, [outcome])
  }
  return groups
}
