import { type DecisionContext, invalidData, type Return, type ReturnItem } from '@souk/contracts'
import { minus, plus } from '@souk/totals'
import type { Acting } from '../order-changes/active-change.ts'
import { confirmChange } from '../order-changes/confirm-change.ts'
import type { OrderChange } from '../order-changes/order-change.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { replaceReturn } from './begin-return.ts'
import { requirePart } from './order-parts.ts'
import { requirePartChange } from './part-change.ts'
import { isReceiving, receivedUnits, withinReturn } from './receipt.ts'

/** Goods that a change takes into the stock of a location. */
export interface TakenIn {
  order_id: string
  order_change_id: string
  location_id: string | null
  lines: { line_item_id: string; variant_id: string; quantity: number }[]
}

/**
 * Confirms a receipt: the order's next version, with the recorded units received. The return is received once all of its units
 * are; damaged units count as received, too. The amount due was reduced by the request of the return, and is not raised by its
 * receipt, so an authorized payment can still be captured.
 * @throws as `requirePartChange`; invalid_data if nothing is recorded, or more than the return requests back
 */
export function confirmReceipt(order: OrderRecord, id: string, context: DecisionContext & Acting): OrderRecord {
  const { part, change } = requirePartChange(withinReturn(order, id), 'return', id, 'receive')
  if (!change.actions.some(isReceiving)) throw invalidData(`No items of return ${id} are received`)
  const { now } = context
  const items = withReceived(part, change, now)
  const isWhole = items.every(({ quantity, received_quantity }) => received_quantity === quantity)
  const status = isWhole ? ('received' as const) : ('partially_received' as const)
  const received = { ...part, items, status, received_at: isWhole ? now : part.received_at, updated_at: now }
  const receiving = { ...change, taken_in_at: part.location_id }
  return confirmChange(replaceReturn(order, received), receiving, context, { keepsAuthorized: true })
}

/** If several items of the return request units of one line, they are filled one after the other. */
function withReceived({ items }: Return, change: OrderChange, now: string): ReturnItem[] {
  const left = receivedUnits(change)
  const damaged = receivedUnits(change, ({ action }) => action === 'RECEIVE_DAMAGED_RETURN_ITEM')
  return items.map((item) => {
    const units = Math.min(left.get(item.item_id) ?? 0, minus(item.quantity, item.received_quantity))
    const broken = Math.min(damaged.get(item.item_id) ?? 0, units)
    left.set(item.item_id, minus(left.get(item.item_id) ?? 0, units))
    damaged.set(item.item_id, minus(damaged.get(item.item_id) ?? 0, broken))
    return {
      ...item,
      received_quantity: plus(item.received_quantity, units),
      damaged_quantity: plus(item.damaged_quantity, broken),
      updated_at: units > 0 ? now : item.updated_at,
    }
  })
}

/**
 * The goods that a receipt takes into stock: undamaged units of lines with a variant; undefined if there are none. The result is
 * the same before and after the change is confirmed.
 */
export function takenIn(order: OrderRecord, change: OrderChange): TakenIn | undefined {
  if (change.change_type !== 'return_receive' || change.return_id === null) return undefined
  const units = receivedUnits(change, ({ action }) => action === 'RECEIVE_RETURN_ITEM')
  const lines = order.items.flatMap(({ id, variant_id }) => {
    const quantity = units.get(id)
    return quantity && variant_id ? { line_item_id: id, variant_id, quantity } : []
  })
  if (lines.length === 0) return undefined
  const { taken_in_at: location_id = requirePart(order, 'return', change.return_id).location_id } = change
  return { order_id: order.id, order_change_id: change.id, location_id, lines }
}
