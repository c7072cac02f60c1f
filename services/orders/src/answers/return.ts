import { type PlainReturnReason, type Return, type ReturnWithReasons, type Selection, wants } from '@souk/contracts'
import { Answer } from '@souk/runtime'
import type { Deps } from '../deps.ts'

interface Shown {
  selection: Selection
  deadline: number
}

/** Returns as answers show them: with the reason of each item where that is asked for, null for one that was deleted. */
export async function shownReturns(returns: readonly Return[], shown: Shown, deps: Deps): Promise<ReturnWithReasons[]> {
  const reasons = await reasonsOf(returns, shown, deps)
  return reasons ? returns.map((one) => withReasons(one, reasons)) : [...returns]
}

/** A return of an order with this revision. */
export async function returnAnswer({ record, revision }: { record: Return; revision: number }, shown: Shown, deps: Deps) {
  const reasons = await reasonsOf([record], shown, deps)
  if (!reasons) return new Answer({ return: record as ReturnWithReasons }, { revision })
  return new Answer({ return: withReasons(record, reasons) }, { revision, others: reasons })
}

/** Undefined where nobody asks for them. */
async function reasonsOf(returns: readonly Return[], { selection, deadline }: Shown, { returnReasons }: Deps) {
  if (!wants(selection, 'items.reason')) return undefined
  const ids = [...new Set(returns.flatMap(({ items }) => items.flatMap(({ reason_id }) => reason_id ?? [])))]
  return ids.length === 0 ? [] : returnReasons.list({ _id: { $in: ids } }, deadline)
}

function withReasons({ items, ...rest }: Return, reasons: readonly PlainReturnReason[]): ReturnWithReasons {
  const known = new Map(reasons.map((reason) => [reason.id, reason]))
  return { ...rest, items: items.map((item) => ({ ...item, reason: known.get(item.reason_id ?? '') ?? null })) }
}
