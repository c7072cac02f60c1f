import { type DecisionContext, invalidData } from '@souk/contracts'
import { type Acting, requireActiveChange } from '../order-changes/active-change.ts'
import { confirmChange } from '../order-changes/confirm-change.ts'
import type { OrderRecord } from '../orders/stored-order.ts'

/**
 * Makes the active edit part of the order, requested or not.
 * @throws invalid_data when the order is canceled, has no active edit, or does not allow its actions any more
 */
export function confirmOrderEdit(order: OrderRecord, context: DecisionContext & Acting): OrderRecord {
  const change = requireActiveChange(order)
  if (change.change_type !== 'edit') throw invalidData('An active Order Change is required to proceed')
  return confirmChange(order, change, context)
}
