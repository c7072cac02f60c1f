import { invalidData } from '@souk/contracts'
import { minus, plus } from '@souk/totals'
import type { Order } from './order.ts'
import { fulfillmentStatusOf } from './statuses.ts'
import { type OrderRecord, recounted } from './stored-order.ts'

export type Parcel = Order['fulfillments'][number]

/** @throws invalid_data if the order has no such parcel */
export function parcelOf({ fulfillments }: Pick<OrderRecord, 'fulfillments'>, id: string): Parcel {
  const parcel = fulfillments.find((one) => one.id === id)
  if (!parcel) throw invalidData(`Fulfillment with id ${id} not found in the order`)
  return parcel
}

interface Counting {
  /** The count of a line's `detail` that the parcel's units change. */
  as: 'fulfilled_quantity' | 'shipped_quantity' | 'delivered_quantity'
  now: string
  /** Default: increases the count. */
  by?: 'less'
}

/** How many units of a line the parcel holds. */
function unitsIn({ parcel_units = [] }: OrderRecord, { id, items }: Parcel, line_id: string): number {
  const recorded = parcel_units.find(({ fulfillment_id, line_item_id }) => fulfillment_id === id && line_item_id === line_id)
  if (recorded) return recorded.quantity
  return items.filter(({ line_item_id }) => line_item_id === line_id).reduce((sum, { quantity }) => plus(sum, quantity), 0)
}

/**
 * The order with a changed parcel and its units counted, and the resulting status and totals. As in Medusa, where this makes the
 * next version, the summary's facts of the latest change are those of a change of no amount.
 */
export function withParcel(order: OrderRecord, parcel: Parcel, { as, now, by }: Counting): OrderRecord {
  const items = order.items.map((item) => {
    const units = unitsIn(order, parcel, item.id)
    const counted = (by === 'less' ? minus : plus)(item.detail[as], units)
    return units === 0 ? item : { ...item, detail: { ...item.detail, [as]: counted, updated_at: now } }
  })
  const fulfillments = order.fulfillments.map((one) => (one.id === parcel.id ? parcel : one))
  const summary = { ...order.summary, original_order_total: order.total, credit_line_total: 0 }
  const record = recounted({ ...order, items, fulfillments, summary })
  return { ...record, fulfillment_status: fulfillmentStatusOf(record), updated_at: now }
}
