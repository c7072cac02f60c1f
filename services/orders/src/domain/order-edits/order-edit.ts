import type { DecisionContext } from '@souk/contracts'
import {
  type Acting,
  assertMayBegin,
  canceledChange,
  fitting,
  replaceChange,
  requireEdit,
} from '../order-changes/active-change.ts'
import { newChange, withChanges } from '../order-changes/new-change.ts'
import type { Order } from '../orders/order.ts'
import type { Metadata } from '../orders/order-lines.ts'

interface OrderEditInput {
  description?: string | undefined
  internal_note?: string | undefined
  metadata?: Metadata | undefined
}

/**
 * Begins an edit: a pending change without actions, for the order's next version.
 * @throws invalid_data if the order is canceled, already has an active change, or has 100 changes
 */
export function beginOrderEdit<T extends Order>(order: T, input: OrderEditInput, context: DecisionContext & Acting): T {
  assertMayBegin(order)
  const { description = null, internal_note = null, metadata = null } = input
  return withChanges(order, [newChange(order, { change_type: 'edit', description, internal_note, metadata }, context)])
}

/**
 * Cancels the active edit. It stays in the history with its actions; previews no longer show them.
 * @throws invalid_data if the order is canceled or has no active edit
 */
export function cancelOrderEdit<T extends Order>(order: T, context: Pick<DecisionContext, 'now'> & Acting): T {
  return replaceChange(order, canceledChange(requireEdit(order), context))
}

/**
 * Requests the customer's agreement; an edit that is already requested stays as it is.
 * @throws invalid_data if the order is canceled or has no active edit, or the edit does not fit the order any more
 */
export function requestOrderEdit<T extends Order>(
  order: T,
  { no_notification = null }: { no_notification?: boolean | null | undefined },
  { now, actor_id }: Pick<DecisionContext, 'now'> & Acting,
): T {
  const change = requireEdit(order)
  if (change.status === 'requested') return order
  const requested = { requested_by: actor_id, requested_at: now, no_notification, updated_at: now }
  return replaceChange(fitting(order), { ...change, status: 'requested', ...requested })
}
