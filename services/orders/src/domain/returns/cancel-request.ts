import type { DecisionContext } from '@souk/contracts'
import { type Acting, assertNotCanceled, canceledChange, noActiveChange, replaceChange } from '../order-changes/active-change.ts'
import { activeChange, type OrderChange } from '../order-changes/order-change.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { assertPartNotCanceled, PART_LISTS, type PartKind, requirePart } from './order-parts.ts'

/**
 * The order without a return, claim or exchange that was begun and is not confirmed: it goes, with the return that it brought
 * along. Its change stays in the history with its actions.
 * @throws not_found when the order has none of this id; invalid_data when that or the order is canceled, or no change is being
 * made that began it
 */
export function cancelRequest(
  order: OrderRecord,
  kind: PartKind,
  id: string,
  context: Pick<DecisionContext, 'now'> & Acting,
): OrderRecord {
  const part = requirePart(order, kind, id)
  assertNotCanceled(order)
  assertPartNotCanceled(kind, part)
  const change = activeChange(order)
  if (!change || !begins(change, kind, id)) throw noActiveChange()
  const gone = new Set([id, 'return_id' in part ? part.return_id : null])
  const list = PART_LISTS[kind]
  return {
    ...replaceChange(order, canceledChange(change, context)),
    returns: order.returns.filter((one) => !gone.has(one.id)),
    ...(kind !== 'return' && { [list]: order[list].filter((one) => one.id !== id) }),
    updated_at: context.now,
  }
}

/** Whether the change is the one that makes this. A return that a claim or an exchange brings along goes with these alone. */
function begins(change: OrderChange, kind: PartKind, id: string): boolean {
  if (kind !== 'return') return change[`${kind}_id`] === id
  const { return_id, claim_id, exchange_id, change_type } = change
  return return_id === id && claim_id === null && exchange_id === null && change_type !== 'return_receive'
}
