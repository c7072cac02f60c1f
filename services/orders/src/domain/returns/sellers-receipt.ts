import { type BodyOf, type DecisionContext, type findRestockPlace, invalidData, type ResponseOf } from '@souk/contracts'
import { minus } from '@souk/totals'
import type { OrderRecord } from '../orders/stored-order.ts'
import { replaceReturn } from './begin-return.ts'
import { requirePart } from './order-parts.ts'

/** The request to `pricing` for the location where a seller receives goods. */
export type RestockQuestion = BodyOf<typeof findRestockPlace>

/** The order with the return's location changed. @param location_id absent: unchanged */
export function withReturnTo(
  order: OrderRecord,
  id: string,
  location_id: string | undefined,
  { now: updated_at }: Pick<DecisionContext, 'now'>,
): OrderRecord {
  const part = requirePart(order, 'return', id)
  if (location_id === undefined || location_id === part.location_id) return order
  return replaceReturn(order, { ...part, location_id, updated_at })
}

/** The request for a return's goods that have not come back yet, at its location. */
export function restockQuestion(order: OrderRecord, id: string, seller_id: string): RestockQuestion {
  const { items, location_id } = requirePart(order, 'return', id)
  const variants = new Map(order.items.map((line) => [line.id, line.variant_id]))
  const lines = items.flatMap(({ item_id, quantity, received_quantity }) => {
    const variant_id = variants.get(item_id)
    const awaited = minus(quantity, received_quantity)
    return variant_id && awaited > 0 ? { line_item_id: item_id, variant_id, quantity: awaited } : []
  })
  return { order_id: order.id, location_id, seller_id, lines }
}

/**
 * @param isNamed whether the seller gave the location, rather than the return's author
 * @throws invalid_data if the seller could not confirm the receipt of undamaged goods there
 */
export function assertRestockable(
  { location_id }: RestockQuestion,
  { is_own, is_restockable }: ResponseOf<typeof findRestockPlace>,
  isNamed: boolean,
): void {
  if (is_restockable && (is_own || !isNamed)) return
  throw invalidData(
    `Cannot receive the Return at location ${location_id}: name one of your stock locations, where its items are stocked, as location_id`,
  )
}
