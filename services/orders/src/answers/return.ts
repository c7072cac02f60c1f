import { type PlainReturnReason, type Return, type ReturnWithReasons, type Selection, wants } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import type { Deps } from '../deps.ts'

interface Shown {
  selection: Selection
  deadline: number
}

/** Returns as answers show them, with the reason of each item and their fulfillments if requested; a deleted reason is null. */
export async function shownReturns(records: readonly Return[], shown: Shown, deps: Deps): Promise<ReturnWithReasons[]> {
  const returns = records.map(withFulfillments(shown))
  const reasons = await reasonsOf(returns, shown, deps)
  return reasons ? returns.map((one) => withReasons(one, reasons)) : returns
}

/** A return of an order at this revision. */
export async function returnAnswer({ record, revision }: { record: Return; revision: number }, shown: Shown, deps: Deps) {
  const returned = withFulfillments(shown)(record)
  const reasons = await reasonsOf([returned], shown, deps)
  const shownReturn: ReturnWithReasons = reasons ? withReasons(returned, reasons) : returned
  return new Answer({ return: shownReturn }, { revision, others: reasons })
}

const withFulfillments =
  ({ selection }: Pick<Shown, 'selection'>) =>
  (record: Return): Return =>
    fulfillmentsIf(wants(selection, 'fulfillments'), record)

/** A return, with its fulfillments only if requested. */
export const fulfillmentsIf = (asked: boolean, { fulfillments, ...rest }: Return): Return =>
  asked ? { ...rest, fulfillments } : rest

/** Undefined if they are not requested. */
async function reasonsOf(returns: readonly Return[], { selection, deadline }: Shown, { returnReasons }: Deps) {
  if (!wants(selection, 'items.reason')) return undefined
  const ids = [...new Set(returns.flatMap(({ items }) => items.flatMap(({ reason_id }) => reason_id ?? [])))]
  return ids.length === 0 ? [] : returnReasons.list({ _id: { $in: ids } }, deadline)
}

function withReasons({ items, ...rest }: Return, reasons: readonly PlainReturnReason[]): ReturnWithReasons {
  const known = new Map(reasons.map((reason) => [reason.id, reason]))
  return { ...rest, items: items.map((item) => ({ ...item, reason: known.get(item.reason_id ?? '') ?? null })) }
}
