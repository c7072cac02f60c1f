import { type DecisionContext, invalidData, type Metadata, type ReturnItem } from '@souk/contracts'
import type { Acting } from '../order-changes/active-change.ts'
import { confirmChange } from '../order-changes/confirm-change.ts'
import type { OrderChange } from '../order-changes/order-change.ts'
import type { PaymentTerms } from '../orders/payment-collections.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { replaceReturn } from './begin-return.ts'
import { requirePartChange } from './part-change.ts'

/**
 * The items of a return from the steps of a change, one for each step, since each has its own reason and note.
 * @param unsaid the metadata of items for which none were given
 */
export const requestedItems = (
  { actions }: OrderChange,
  return_id: string,
  { newId, now }: DecisionContext,
  unsaid: Metadata = {},
): ReturnItem[] =>
  actions
    .filter((one) => one.action === 'RETURN_ITEM' && one.return_id === return_id)
    .map(({ details, internal_note }) => ({
      id: newId('retitem'),
      quantity: details.quantity!,
      received_quantity: 0,
      damaged_quantity: 0,
      item_id: details.reference_id!,
      return_id,
      reason_id: details.reason_id ?? null,
      note: internal_note,
      metadata: details.metadata ?? unsaid,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }))

interface Terms extends PaymentTerms {
  unsaid?: Metadata
}

/**
 * Confirms a return request: the order's next version, in which the items are requested back, with the return's shipping costs.
 * @param terms of its payments, and the metadata of items for which none were given
 * @throws as `requirePartChange`; invalid_data if the return has no items, or the order does not allow them any more
 */
export function confirmReturnRequest(
  order: OrderRecord,
  id: string,
  context: DecisionContext & Acting,
  { unsaid, ...terms }: Terms = {},
): OrderRecord {
  const { part, change } = requirePartChange(order, 'return', id)
  const items = requestedItems(change, id, context, unsaid)
  if (items.length === 0) throw invalidData('Order return request should have at least 1 item')
  const { now } = context
  const requested = { ...part, items, status: 'requested' as const, requested_at: now, updated_at: now }
  return confirmChange(replaceReturn(order, requested), change, context, terms)
}
