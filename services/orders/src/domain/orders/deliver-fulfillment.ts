import { type DecisionContext, notAllowed } from '@souk/contracts'
import { assertNotCanceled } from '../order-changes/active-change.ts'
import type { OrderRecord } from './stored-order.ts'
import { parcelOf, withParcel } from './with-parcel.ts'

/**
 * The order with a delivered parcel: its units count as delivered.
 * @throws invalid_data if the order is canceled or has no such parcel; not_allowed if the parcel is canceled or already delivered
 */
export function deliverFulfillment(
  order: OrderRecord,
  fulfillment_id: string,
  { now }: Pick<DecisionContext, 'now'>,
): OrderRecord {
  assertNotCanceled(order)
  const parcel = parcelOf(order, fulfillment_id)
  if (parcel.canceled_at) throw notAllowed('Cannot deliver an already canceled fulfillment')
  if (parcel.delivered_at) throw notAllowed('Fulfillment has already been marked delivered')
  return withParcel(order, { ...parcel, delivered_at: now, updated_at: now }, { as: 'delivered_quantity', now })
}
