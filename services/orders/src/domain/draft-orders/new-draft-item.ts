import { type DecisionContext, type DraftItem, invalidData, type QuotedLine } from '@souk/contracts'
import { assertUnits, NOTHING_HAPPENED, newItem } from '../order-edits/new-item.ts'
import type { OrderItem } from '../orders/order-lines.ts'

const FIRST = { version: 1 }

/** The facts that only a catalogue knows. */
const UNKNOWN = {
  subtitle: null,
  thumbnail: null,
  product_id: null,
  product_title: null,
  product_description: null,
  product_subtitle: null,
  product_type: null,
  product_type_id: null,
  product_collection: null,
  product_handle: null,
  variant_id: null,
  variant_title: null,
  variant_option_values: null,
  product: null,
  variant: null,
  compare_at_unit_price: null,
}

/** @throws invalid_data for items with neither a variant nor both a title and a price, and for those without units */
export function assertDescribed(items: readonly DraftItem[]): void {
  const custom = items.filter(({ variant_id }) => !variant_id)
  if (custom.some(({ title }) => !title)) throw invalidData('Items must have either a variant_id or a title')
  const unpriced = custom.filter(({ unit_price }) => unit_price == null).map(({ title }) => title)
  if (unpriced.length > 0) throw invalidData(`Items ${unpriced.join(', ')} do not have a price`)
  items.forEach(assertUnits)
}

/** The line of a draft order. @param quoted the quote of its variant for the draft; absent for goods outside the catalogue */
export function newDraftItem(
  order: { id: string },
  item: DraftItem,
  quoted: QuotedLine | undefined,
  context: DecisionContext,
): OrderItem {
  const { title, variant_sku = item.sku, variant_barcode = item.barcode, metadata } = item
  const named = { ...(title && { title }), ...(variant_sku && { variant_sku }), ...(variant_barcode && { variant_barcode }) }
  const described = { ...item, metadata: metadata ?? {} }
  const line = quoted ? newItem(order, FIRST, quoted, described, context) : customItem(order, described, context)
  return { ...line, ...named }
}

/** Goods outside the catalogue: they use no stock, and need no shipping. @throws invalid_data without units */
export function customItem(
  order: { id: string },
  { title, quantity, unit_price, metadata }: Pick<DraftItem, 'title' | 'quantity' | 'unit_price' | 'metadata'>,
  { newId, now }: DecisionContext,
  version = FIRST.version,
): OrderItem {
  assertUnits({ quantity })
  const id = newId('ordli')
  const recorded = { created_at: now, updated_at: now, deleted_at: null }
  const prices = { unit_price: null, compare_at_unit_price: null }
  return {
    id,
    cart_id: null,
    ...UNKNOWN,
    title: title!,
    quantity,
    unit_price: unit_price!,
    variant_sku: null,
    variant_barcode: null,
    requires_shipping: false,
    is_discountable: true,
    is_giftcard: false,
    is_tax_inclusive: false,
    is_custom_price: true,
    metadata: metadata ?? {},
    line_item_metadata: metadata ?? {},
    tax_lines: [],
    adjustments: [],
    detail: {
      id: newId('orditem'),
      item_id: id,
      order_id: order.id,
      version,
      ...prices,
      quantity,
      ...NOTHING_HAPPENED,
      metadata: metadata ?? null,
      ...recorded,
    },
    ...recorded,
  }
}
