import type { DecisionContext } from '@souk/contracts'
import { type Acting, canceledChange, replaceChange } from '../order-changes/active-change.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { PART_LISTS, type PartKind } from './order-parts.ts'
import { requirePartChange } from './part-change.ts'

/**
 * The order without a return, claim or exchange that is not confirmed yet: it is removed together with its return. Its change
 * stays in the history with its actions.
 * @throws as `requirePartChange`
 */
export function cancelRequest(
  order: OrderRecord,
  kind: PartKind,
  id: string,
  context: Pick<DecisionContext, 'now'> & Acting,
): OrderRecord {
  const { part, change } = requirePartChange(order, kind, id)
  const gone = new Set([id, 'return_id' in part ? part.return_id : null])
  const list = PART_LISTS[kind]
  return {
    ...replaceChange(order, canceledChange(change, context)),
    returns: order.returns.filter((one) => !gone.has(one.id)),
    ...(kind !== 'return' && { [list]: order[list].filter((one) => one.id !== id) }),
    updated_at: context.now,
  }
}
