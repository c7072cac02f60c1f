import { minus } from '@souk/totals'
import { isCanceled } from '../order-changes/active-change.ts'
import type { OrderRecord } from './stored-order.ts'

/** The facts of an order that its stock depends on. */
export type StockedOrder = Pick<
  OrderRecord,
  'id' | 'version' | 'status' | 'canceled_at' | 'is_draft_order' | 'sales_channel_id' | 'items'
>

/** Lines of an order that take different stock after a change of it. */
export interface StockClaim {
  order_id: string
  /** The version after the change, or the one after the order's present version. */
  version: number
  sales_channel_id: string | null
  lines: { line_item_id: string; variant_id: string; present: number; wanted: number }[]
}

/** The units of each line that are still to be sent, for which stock is reserved. None for drafts and canceled orders. */
export function unsentLines(order: StockedOrder): { line_item_id: string; quantity: number }[] {
  if (isCanceled(order) || order.is_draft_order) return []
  return order.items.map(({ id, quantity, detail }) => ({
    line_item_id: id,
    quantity: Math.max(0, minus(quantity, detail.fulfilled_quantity)),
  }))
}

/**
 * The stock claim of a change of the order: the lines with variants whose units to be sent differ after it. A draft keeps its
 * version when it becomes an order.
 */
export function stockClaim(before: StockedOrder, after: StockedOrder): StockClaim {
  const present = unitsOf(before)
  const wanted = unitsOf(after)
  const variants = new Map([...before.items, ...after.items].map(({ id, variant_id }) => [id, variant_id]))
  const lines = [...variants].flatMap(([line_item_id, variant_id]) => {
    const [was, is] = [present.get(line_item_id) ?? 0, wanted.get(line_item_id) ?? 0]
    return variant_id === null || was === is ? [] : { line_item_id, variant_id, present: was, wanted: is }
  })
  const version = before.is_draft_order ? before.version : before.version + 1
  return { order_id: before.id, version, sales_channel_id: before.sales_channel_id, lines }
}

const unitsOf = (order: StockedOrder) => new Map(unsentLines(order).map(({ line_item_id, quantity }) => [line_item_id, quantity]))
