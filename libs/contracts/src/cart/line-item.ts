import { z } from 'zod'
import { Amount, Id, Json, Metadata, Quantity, softDeletable, timestamps } from '../fields/common.ts'
import { Product, Variant } from '../pricing/product.ts'
import { lineTotals } from './totals.ts'

/** The fields of every tax line; `rate` is a percentage. */
export const taxLine = {
  id: Id,
  code: z.string(),
  rate: z.number().describe('Percentage: 19 means 19 %.'),
  total: Amount.describe('Tax after promotions.'),
  subtotal: Amount.describe('Tax before promotions.'),
  description: z.string().nullable(),
  tax_rate_id: Id.nullable(),
  provider_id: z.string().nullable(),
  data: Json.nullable().describe("The tax provider's own data."),
  metadata: Metadata,
  ...softDeletable,
}

/** The fields of every adjustment (a promotion's share of one record). */
export const adjustment = {
  id: Id,
  amount: Amount,
  subtotal: Amount.describe('Excluding taxes.'),
  total: Amount.describe('Including taxes.'),
  is_tax_inclusive: z.boolean().describe('Whether amount includes taxes.'),
  code: z.string().nullable(),
  description: z.string().nullable(),
  promotion_id: Id.nullable(),
  provider_id: z.string().nullable(),
  ...timestamps,
}

export const ItemTaxLine = z.object({ ...taxLine, item_id: Id }).meta({ id: 'ItemTaxLine' })
export type ItemTaxLine = z.infer<typeof ItemTaxLine>

export const ItemAdjustment = z.object({ ...adjustment, item_id: Id, cart_id: Id.nullable() }).meta({ id: 'ItemAdjustment' })
export type ItemAdjustment = z.infer<typeof ItemAdjustment>

/**
 * The fields that lines of carts and of orders share. Texts are a snapshot from the line's creation, `product` and `variant` one
 * from when it was last priced.
 */
export const line = {
  id: Id,
  title: z.string(),
  subtitle: z.string().nullable(),
  thumbnail: z.string().nullable().describe('URL.'),
  quantity: Quantity,
  requires_shipping: z.boolean(),
  is_discountable: z.boolean(),
  is_giftcard: z.boolean(),
  is_tax_inclusive: z.boolean().describe('Whether unit_price includes taxes.'),
  is_custom_price: z.boolean().describe('Whether unit_price was set by hand.'),
  unit_price: Amount,
  compare_at_unit_price: Amount.nullable().describe('Unit price before the sale; null if there is none.'),
  product_id: Id.nullable(),
  product_title: z.string().nullable(),
  product_description: z.string().nullable(),
  product_subtitle: z.string().nullable(),
  product_type: z.string().nullable(),
  product_type_id: Id.nullable(),
  product_collection: z.string().nullable(),
  product_handle: z.string().nullable(),
  variant_id: Id.nullable(),
  variant_sku: z.string().nullable(),
  variant_barcode: z.string().nullable(),
  variant_title: z.string().nullable(),
  variant_option_values: z.record(z.string(), z.string()).nullable().describe('Chosen values by option title.'),
  product: Product.nullable(),
  variant: Variant.nullable(),
  tax_lines: z.array(ItemTaxLine),
  metadata: Metadata,
  ...softDeletable,
  ...lineTotals,
}

export const LineItem = z.object({ ...line, cart_id: Id, adjustments: z.array(ItemAdjustment) }).meta({ id: 'LineItem' })
export type LineItem = z.infer<typeof LineItem>
