import { type DecisionContext, invalidData } from '@souk/contracts'
import { assertNotCanceled } from '../order-changes/active-change.ts'
import { plus } from './exact-number.ts'
import { fulfillmentStatusOf } from './statuses.ts'
import { type OrderRecord, orderRecord } from './stored-order.ts'

/**
 * The order with a parcel that has arrived: its units count as delivered.
 * @throws invalid_data when the order is canceled or has no such parcel, or when that is canceled or has arrived already
 */
export function deliverFulfillment(
  order: OrderRecord,
  fulfillment_id: string,
  { now }: Pick<DecisionContext, 'now'>,
): OrderRecord {
  assertNotCanceled(order)
  const fulfillment = order.fulfillments.find(({ id }) => id === fulfillment_id)
  if (!fulfillment) throw invalidData(`Fulfillment with id ${fulfillment_id} not found in the order`)
  if (fulfillment.canceled_at) throw invalidData('Cannot deliver an already canceled fulfillment')
  if (fulfillment.delivered_at) throw invalidData('Cannot deliver an already delivered fulfillment')

  const delivered = { ...fulfillment, delivered_at: now, updated_at: now }
  const units = (line_item_id: string) =>
    fulfillment.items.reduce((sum, item) => (item.line_item_id === line_item_id ? plus(sum, item.quantity) : sum), 0)
  const items = order.items.map((item) => {
    const arrived = units(item.id)
    if (arrived === 0) return item
    const { detail } = item
    return { ...item, detail: { ...detail, delivered_quantity: plus(detail.delivered_quantity, arrived), updated_at: now } }
  })
  const fulfillments = order.fulfillments.map((one) => (one === fulfillment ? delivered : one))
  const { summary, ...arrived } = { ...order, items, fulfillments }
  const record = orderRecord(arrived as Parameters<typeof orderRecord>[0], summary.original_order_total)
  return { ...order, ...record, fulfillment_status: fulfillmentStatusOf(record), updated_at: now }
}
