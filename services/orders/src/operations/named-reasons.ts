import type { DecisionContext } from '@souk/contracts'
import { LookupNeeded } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { assertReasonsApply, type NamedReason } from '../domain/returns/return-reasons.ts'

type Reasons = Pick<Deps, 'returnReasons'>

/** Those of these return reasons that exist. */
export async function namedReasons(ids: readonly string[], { returnReasons }: Reasons, deadline: number): Promise<NamedReason[]> {
  const [found, children] = await Promise.all([
    returnReasons.list({ _id: { $in: [...ids] } }, deadline),
    returnReasons.list({ parent_return_reason_id: { $in: [...ids] } }, deadline),
  ])
  const parents = new Set(children.map(({ parent_return_reason_id }) => parent_return_reason_id))
  return found.map(({ id }) => ({ id, hasChildren: parents.has(id) }))
}

/** A change of an order that names return reasons, which are looked up only once the rest of it is allowed. */
export const withReasons = (
  ids: readonly string[],
  { deps, deadline }: { deps: Reasons; deadline: number },
  change: (order: OrderRecord, context: DecisionContext) => OrderRecord,
) => ({
  change(order: OrderRecord, context: DecisionContext, reasons: readonly NamedReason[] | undefined) {
    const changed = change(order, context)
    if (ids.length > 0 && !reasons) return new LookupNeeded(ids)
    assertReasonsApply(order.id, ids, reasons ?? [])
    return changed
  },
  lookup: (needed: readonly string[]) => namedReasons(needed, deps, deadline),
})
