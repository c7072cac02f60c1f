import { type DecisionContext, invalidData } from '@souk/contracts'
import type { Order } from '../orders/order.ts'
import type { Acting } from './active-change.ts'
import type { OrderChange } from './order-change.ts'

/** The facts that a new change begins with. */
export type ChangeFacts = Pick<OrderChange, 'change_type'> & Partial<OrderChange>

/** A pending change without actions, for the order's next version, unless `facts` differs. */
export const newChange = (
  order: Pick<Order, 'id' | 'version'>,
  facts: ChangeFacts,
  { newId, now, actor_id }: DecisionContext & Acting,
): OrderChange => ({
  id: newId('ordch'),
  order_id: order.id,
  return_id: null,
  claim_id: null,
  exchange_id: null,
  version: order.version + 1,
  status: 'pending',
  description: null,
  internal_note: null,
  actions: [],
  created_by: actor_id,
  requested_by: null,
  requested_at: null,
  confirmed_by: null,
  confirmed_at: null,
  declined_by: null,
  declined_reason: null,
  declined_at: null,
  canceled_by: null,
  canceled_at: null,
  carry_over_promotions: null,
  no_notification: null,
  metadata: null,
  created_at: now,
  updated_at: now,
  deleted_at: null,
  ...facts,
})

/** Including closed ones: an order keeps its history. */
export const MAX_CHANGES = 100

/**
 * The same for changes that settle what is there already: receipts, cancellations, credit and refunds. Whatever was begun, there
 * is room for them.
 */
export const MAX_SETTLING_CHANGES = 200

/** @throws invalid_data if the order already has 100 changes, or as many as given */
export const assertRoomForChange = (order: Order, most = MAX_CHANGES): void => void withChanges(order, [{} as OrderChange], most)

/** The order with these changes added. @throws invalid_data beyond 100, or as many as given */
export function withChanges<T extends Order>(order: T, added: readonly OrderChange[], most = MAX_CHANGES): T {
  const changes = [...order.changes, ...added]
  if (changes.length > most) throw invalidData(`Order ${order.id} has reached its limit of ${most} changes`)
  return { ...order, changes }
}
