import { invalidData, notFound } from '@souk/contracts'
import { requireEdit } from '../order-changes/active-change.ts'
import type { Order } from '../orders/order.ts'

/** @throws not_found, as for an unknown order: storefronts do not see drafts */
export function assertNoDraft({ id, is_draft_order }: Pick<Order, 'id' | 'is_draft_order'>): void {
  if (is_draft_order) throw notFound(`Order id not found: ${id}`)
}

/** @throws invalid_data for a draft, which cannot be sent or returned */
export function assertSold({ id, is_draft_order }: Pick<Order, 'id' | 'is_draft_order'>): void {
  if (is_draft_order) throw invalidData(`Order ${id} is a draft order`)
}

/** @throws invalid_data for an order that is no longer a draft */
export function assertDraft({ id, is_draft_order }: Pick<Order, 'id' | 'is_draft_order'>): void {
  if (!is_draft_order) throw invalidData(`Order ${id} is not a draft order`)
}

/** The same for the steps of an edit and its end. @throws invalid_data for an order that is no longer a draft */
export function assertDraftToEdit({ is_draft_order }: Pick<Order, 'is_draft_order'>): void {
  if (!is_draft_order) throw invalidData('Order is not a draft')
}

/**
 * @param missing the beginning of the refusal
 * @throws invalid_data if the draft has no active edit, or the edit has no such action
 */
export function assertDraftAction(
  order: Order,
  action_id: string,
  missing: 'No item found' | 'No request to add item' | 'No shipping method found',
): void {
  const { id, actions } = requireEdit(order)
  if (!actions.some((action) => action.id === action_id))
    throw invalidData(`${missing} for order ${order.id} in order change ${id}`)
}
