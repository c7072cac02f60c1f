import { type DecisionContext, invalidData, notAllowed } from '@souk/contracts'
import { assertNotCanceled } from '../order-changes/active-change.ts'
import { plus } from './exact-number.ts'
import type { Order } from './order.ts'
import { fulfillmentStatusOf } from './statuses.ts'
import { type OrderRecord, orderRecord } from './stored-order.ts'

type Parcel = Order['fulfillments'][number]
type NewLabel = Pick<Parcel['labels'][number], 'tracking_number' | 'tracking_url' | 'label_url'>

export interface Shipping {
  fulfillment_id: string
  /** Lines that must be the order's. */
  line_ids: readonly string[]
  /** Undefined and none: those there are stay. */
  labels?: readonly NewLabel[] | undefined
  metadata?: Record<string, unknown> | null | undefined
}

/**
 * The order with a parcel that is on its way: its units count as shipped.
 * @throws invalid_data when the order is canceled, or has no such lines or parcel, or has not packed so much; not_allowed for a parcel
 * that is shipped already, canceled, or sent in no way
 */
export function shipFulfillment(
  order: OrderRecord,
  { fulfillment_id, line_ids, labels = [], metadata }: Shipping,
  { now, newId }: DecisionContext,
): OrderRecord {
  assertNotCanceled(order)
  const missing = line_ids.filter((id) => !order.items.some((item) => item.id === id))
  if (missing.length > 0) throw invalidData(`Items with ids ${missing.join(', ')} does not exist in order with id ${order.id}.`)
  const parcel = order.fulfillments.find(({ id }) => id === fulfillment_id)
  if (!parcel) throw invalidData(`Fulfillment with id ${fulfillment_id} not found in the order`)
  assertCanBeShipped(parcel)

  const items = order.items.map((item) => {
    const packed = parcel.items.filter(({ line_item_id }) => line_item_id === item.id)
    if (packed.length === 0) return item
    const shipped_quantity = packed.reduce((sum, { quantity }) => plus(sum, quantity), item.detail.shipped_quantity)
    if (shipped_quantity > item.detail.fulfilled_quantity)
      throw invalidData(`Cannot ship more items than what was fulfilled for item ${item.id}.`)
    return { ...item, detail: { ...item.detail, shipped_quantity, updated_at: now } }
  })
  const dates = { created_at: now, updated_at: now, deleted_at: null }
  const made = labels.map((label) => ({ id: newId('fulla'), ...label, fulfillment_id, ...dates }))
  const shipped: Parcel = {
    ...parcel,
    shipped_at: now,
    labels: made.length > 0 ? made : parcel.labels,
    metadata: metadata === undefined ? parcel.metadata : metadata,
    updated_at: now,
  }
  const fulfillments = order.fulfillments.map((one) => (one === parcel ? shipped : one))
  const { summary, ...sent } = { ...order, items, fulfillments }
  const record = orderRecord(sent as Parameters<typeof orderRecord>[0], summary.original_order_total)
  return { ...order, ...record, fulfillment_status: fulfillmentStatusOf(record), updated_at: now }
}

function assertCanBeShipped({ shipped_at, canceled_at, shipping_option_id }: Parcel) {
  if (shipped_at) throw notAllowed('Shipment has already been created')
  if (canceled_at) throw notAllowed('Cannot create shipment for a canceled fulfillment')
  if (!shipping_option_id) throw notAllowed('Cannot create shipment without a Shipping Option')
}
