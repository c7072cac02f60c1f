import { type BodyOf, type DecisionContext, invalidData, notAllowed, type returnStock } from '@souk/contracts'
import { plus } from '@souk/totals'
import { assertNotCanceled } from '../order-changes/active-change.ts'
import type { OrderRecord } from './stored-order.ts'
import { type Parcel, parcelOf, withParcel } from './with-parcel.ts'

/** The stock that comes back when a parcel is canceled. */
export type StockReturn = BodyOf<typeof returnStock>

/**
 * The order with a parcel canceled: its units are to be sent again.
 * @param byItself whether the parcel is named without its order, which is refused in other words if it was shipped
 * @throws invalid_data if the order is canceled or has no such parcel, or the parcel is delivered, or shipped and named by
 * itself; not_allowed if the parcel is canceled or shipped, or units of it are returned or requested back
 */
export function cancelFulfillment(
  order: OrderRecord,
  id: string,
  { now, byItself = false }: Pick<DecisionContext, 'now'> & { byItself?: boolean | undefined },
): OrderRecord {
  assertNotCanceled(order)
  const parcel = parcelOf(order, id)
  if (parcel.canceled_at) throw notAllowed('The fulfillment is already canceled')
  if (parcel.shipped_at && byItself) throw invalidData(`Fulfillment with id ${id} already shipped`)
  if (parcel.shipped_at) throw notAllowed('The fulfillment has already been shipped. Shipped fulfillments cannot be canceled')
  if (parcel.delivered_at) throw invalidData(`Fulfillment with id ${id} already delivered`)
  const gone = { ...parcel, canceled_at: now, updated_at: now }
  const canceled = withParcel(order, gone, { as: 'fulfilled_quantity', now, by: 'less' })
  assertNotReturned(parcel, canceled)
  return canceled
}

/** Units can be requested back as soon as they are packed: enough units of the line must remain packed. @throws not_allowed */
function assertNotReturned({ items: held }: Parcel, { items }: OrderRecord): void {
  const returned = items.find(({ id, detail }) => {
    if (!held.some(({ line_item_id }) => line_item_id === id)) return false
    const back = plus(detail.return_received_quantity, detail.return_dismissed_quantity)
    return plus(detail.return_requested_quantity, back) > detail.fulfilled_quantity
  })
  if (!returned) return
  const units = `units of item ${returned.id} that are returned, or are to be returned`
  throw notAllowed(`The fulfillment has ${units}. It cannot be canceled`)
}

/** The stock that a parcel of the order took, to be returned to where it came from; undefined if it took none. */
export function stockReturn(order: OrderRecord, fulfillment_id: string): StockReturn | undefined {
  const { location_id, items } = parcelOf(order, fulfillment_id)
  const variants = new Map(order.items.map(({ id, variant_id }) => [id, variant_id]))
  const units = new Map(
    order.parcel_units?.filter((one) => one.fulfillment_id === fulfillment_id).map((one) => [one.line_item_id, one]),
  )
  const taken = items.flatMap(({ line_item_id, inventory_item_id, quantity }) => {
    const variant_id = line_item_id && variants.get(line_item_id)
    if (!line_item_id || !variant_id || !inventory_item_id) return []
    const of = { line_item_id, variant_id, inventory_item_id }
    const places = units.get(line_item_id)?.places?.filter((one) => one.inventory_item_id === inventory_item_id) ?? []
    return places.length > 0 ? places.map((place) => ({ ...place, ...of })) : { ...of, quantity }
  })
  return location_id && taken.length > 0 ? { order_id: order.id, fulfillment_id, location_id, items: taken } : undefined
}
