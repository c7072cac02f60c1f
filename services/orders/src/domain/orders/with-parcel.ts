import { invalidData } from '@souk/contracts'
import { plus } from './exact-number.ts'
import type { Order } from './order.ts'
import { fulfillmentStatusOf } from './statuses.ts'
import { type OrderRecord, orderRecord } from './stored-order.ts'

export type Parcel = Order['fulfillments'][number]

/** @throws invalid_data when the order has no such parcel */
export function parcelOf({ fulfillments }: Pick<OrderRecord, 'fulfillments'>, id: string): Parcel {
  const parcel = fulfillments.find((one) => one.id === id)
  if (!parcel) throw invalidData(`Fulfillment with id ${id} not found in the order`)
  return parcel
}

interface Counting {
  /** What the units of the parcel count as from now on. */
  as: 'shipped_quantity' | 'delivered_quantity'
  now: string
}

/** The order with a parcel as it has become, and its units counted; its status and totals follow. */
export function withParcel(order: OrderRecord, parcel: Parcel, { as, now }: Counting): OrderRecord {
  const items = order.items.map((item) => {
    const held = parcel.items.filter(({ line_item_id }) => line_item_id === item.id)
    if (held.length === 0) return item
    const units = held.reduce((sum, { quantity }) => plus(sum, quantity), item.detail[as])
    return { ...item, detail: { ...item.detail, [as]: units, updated_at: now } }
  })
  const fulfillments = order.fulfillments.map((one) => (one.id === parcel.id ? parcel : one))
  const { summary, ...changed } = { ...order, items, fulfillments }
  const record = orderRecord(changed as Parameters<typeof orderRecord>[0], summary.original_order_total)
  return { ...order, ...record, fulfillment_status: fulfillmentStatusOf(record), updated_at: now }
}
