import { type DecisionContext, invalidData, JsonText, type QuotedLine, soldAs } from '@souk/contracts'
import type { OrderChange } from '../order-changes/order-change.ts'
import type { Order } from '../orders/order.ts'
import type { Metadata, OrderItem } from '../orders/order-lines.ts'
import { taxLinesOf } from '../orders/tax-lines.ts'

export interface NewItemInput {
  quantity: number
  /** Instead of the variant's price; 0 is a valid price. */
  unit_price?: number | null | undefined
  compare_at_unit_price?: number | null | undefined
  /** Absent: empty. */
  metadata?: Metadata | undefined
}

/** The counts of a line that was just ordered. */
export const NOTHING_HAPPENED = {
  fulfilled_quantity: 0,
  delivered_quantity: 0,
  shipped_quantity: 0,
  return_requested_quantity: 0,
  return_received_quantity: 0,
  return_dismissed_quantity: 0,
  written_off_quantity: 0,
}

/** @throws invalid_data for a line without units */
export function assertUnits({ quantity }: { quantity: number }): void {
  if (quantity <= 0) throw invalidData('Item quantity must be greater than 0')
}

/** A variant's line in a change of an order, with the quote for that order. @throws invalid_data without units */
export function newItem(
  order: Pick<Order, 'id'>,
  change: Pick<OrderChange, 'version'>,
  quoted: QuotedLine,
  { quantity, unit_price, compare_at_unit_price, metadata }: NewItemInput,
  context: DecisionContext,
): OrderItem {
  assertUnits({ quantity })
  const { newId, now } = context
  const id = newId('ordli')
  const recorded = { created_at: now, updated_at: now, deleted_at: null }
  const price = unit_price ?? quoted.unit_price
  return {
    id,
    cart_id: null,
    ...soldAs(quoted),
    quantity,
    unit_price: price,
    compare_at_unit_price: compare_at_unit_price ?? quoted.compare_at_unit_price,
    is_tax_inclusive: quoted.is_tax_inclusive,
    is_custom_price: unit_price != null,
    product: JsonText.of(quoted.product),
    variant: JsonText.of(quoted.variant),
    metadata: metadata ?? {},
    line_item_metadata: metadata ?? {},
    tax_lines: taxLinesOf(quoted.tax_lines, 'ordlitxl', { item_id: id }, context),
    adjustments: [],
    detail: {
      id: newId('orditem'),
      item_id: id,
      order_id: order.id,
      version: change.version,
      unit_price: change.version === 1 ? null : price,
      compare_at_unit_price: null,
      quantity,
      ...NOTHING_HAPPENED,
      metadata: metadata ?? null,
      ...recorded,
    },
    ...recorded,
  }
}
