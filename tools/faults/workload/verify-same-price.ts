import type { Outcome } from '../load.ts'
import { isRefusal, isSuccess } from '../summary.ts'
import { NOTHING_WRITTEN, type Verification } from './part.ts'
import { revisionProblems, staleReads } from './revisions.ts'

/** A price as it is found after many have set it. */
export interface FoundPrice {
  amount: string
  revision: number
  event_seq: number
  /** The tokens of its revisions; token undefined: nobody knows whose that was. */
  applied: { revision: number; token: string | undefined }[]
}

const NEW = { revision: 0, event_seq: 0 }

/**
 * Checks the writes of one price, each of which set another amount: which of them were carried out, how often and when, and the
 * values that reads showed.
 */
export function verifySamePrice(prices: readonly FoundPrice[], outcomes: readonly Outcome[]): Verification {
  const [price] = prices
  if (!price || prices.length > 1)
    return { ...NOTHING_WRITTEN, problems: [`the list has ${prices.length} prices with the same key`] }
  const revisionsOf = (token: string) => price.applied.filter((one) => one.token === token).map(({ revision }) => revision)
  const result: Verification = { ...NOTHING_WRITTEN, problems: [] }
  const writes = outcomes.filter(({ request }) => request.effect)
  const aggregate = writes[0]?.request.effect?.aggregate ?? 'the price'

  const dated = writes.map((write) => {
    const { token } = write.request.effect!
    const [revision, ...more] = revisionsOf(token)
    if (isSuccess(write)) result.acknowledged++
    else if (revision !== undefined) result[isRefusal(write) ? 'refusedApplied' : 'unknownApplied']++
    if (isSuccess(write) && revision === undefined) result.missing++
    if (more.length > 0) result.doubled++
    const wrong = more.length > 0 || isSuccess(write) !== (revision !== undefined)
    if (wrong && (isSuccess(write) || isRefusal(write) || more.length > 0))
      result.problems.push(
        `${token} was answered ${write.status}, and set ${more.length + (revision === undefined ? 0 : 1)} times`,
      )
    return { ...write, revision: isSuccess(write) ? revision : undefined }
  })
  const last = price.applied.find(({ revision, token }) => revision === price.revision && token !== undefined)
  if (last && last.token !== price.amount)
    result.problems.push(`the price is ${price.amount}, although ${last.token} was set last`)

  const reads = outcomes
    .filter(({ request, shown }) => shown && request.reads !== undefined && !request.effect)
    .flatMap((read) => {
      const revision = Math.max(0, ...revisionsOf(read.shown![0] ?? ''))
      return revision === 0 && read.shown!.length > 0
        ? []
        : [{ ...read, revision, request: { ...read.request, reads: aggregate } }]
    })
  result.problems.push(...revisionProblems(aggregate, NEW, price, dated), ...staleReads([...dated, ...reads]))
  return result
}
