import type { DecisionContext } from '@souk/contracts'
import { type Acting, requireEdit } from '../order-changes/active-change.ts'
import { confirmChange } from '../order-changes/confirm-change.ts'
import type { OrderRecord } from '../orders/stored-order.ts'

/**
 * Confirms the active edit, requested or not.
 * @throws invalid_data if the order is canceled, has no active edit, or does not allow its actions any more
 */
export function confirmOrderEdit(order: OrderRecord, context: DecisionContext & Acting): OrderRecord {
  return confirmChange(order, requireEdit(order), context)
}
