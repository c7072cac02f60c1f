import { type DecisionContext, invalidData, notAllowed } from '@souk/contracts'
import { assertNotCanceled } from '../order-changes/active-change.ts'
import { type NewLabel, newLabels } from './new-labels.ts'
import type { OrderRecord } from './stored-order.ts'
import { type Parcel, parcelOf, withParcel } from './with-parcel.ts'

export interface Shipping {
  fulfillment_id: string
  /** Lines that must belong to the order. */
  line_ids: readonly string[]
  /** Undefined or empty: the existing ones stay. */
  labels?: readonly NewLabel[] | undefined
  metadata?: Record<string, unknown> | null | undefined
  marked_shipped_by: string | null
}

/**
 * The order with a shipped parcel: its units count as shipped.
 * @throws invalid_data if the order is canceled, lacks such lines or such a parcel, or has fewer units packed; not_allowed if the
 * parcel is shipped or canceled, or has no shipping option
 */
export function shipFulfillment(
  order: OrderRecord,
  { fulfillment_id, line_ids, labels = [], metadata, marked_shipped_by }: Shipping,
  context: DecisionContext,
): OrderRecord {
  const { now } = context
  assertNotCanceled(order)
  const missing = line_ids.filter((id) => !order.items.some((item) => item.id === id))
  if (missing.length > 0) throw invalidData(`Items with ids ${missing.join(', ')} does not exist in order with id ${order.id}.`)
  const parcel = parcelOf(order, fulfillment_id)
  assertCanBeShipped(parcel)

  const made = newLabels(labels, fulfillment_id, context)
  const shipped: Parcel = {
    ...parcel,
    shipped_at: now,
    marked_shipped_by,
    labels: made.length > 0 ? made : parcel.labels,
    metadata: metadata === undefined ? parcel.metadata : metadata,
    updated_at: now,
  }
  const next = withParcel(order, shipped, { as: 'shipped_quantity', now })
  const over = next.items.find(({ detail }) => detail.shipped_quantity > detail.fulfilled_quantity)
  if (over) throw invalidData(`Cannot ship more items than what was fulfilled for item ${over.id}.`)
  return next
}

function assertCanBeShipped({ shipped_at, canceled_at, shipping_option_id }: Parcel) {
  if (shipped_at) throw notAllowed('Shipment has already been created')
  if (canceled_at) throw notAllowed('Cannot create shipment for a canceled fulfillment')
  if (!shipping_option_id) throw notAllowed('Cannot create shipment without a Shipping Option')
}
