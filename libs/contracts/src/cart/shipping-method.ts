import { z } from 'zod'
import { Amount, Id, Json, Metadata, softDeletable } from '../fields/common.ts'
import { adjustment, taxLine } from './line-item.ts'
import { methodTotals } from './totals.ts'

export const ShippingTaxLine = z.object({ ...taxLine, shipping_method_id: Id }).meta({ id: 'ShippingTaxLine' })
export type ShippingTaxLine = z.infer<typeof ShippingTaxLine>

export const ShippingAdjustment = z
  .object({ ...adjustment, shipping_method_id: Id, cart_id: Id.nullable() })
  .meta({ id: 'ShippingAdjustment' })
export type ShippingAdjustment = z.infer<typeof ShippingAdjustment>

/** The fields that shipping methods of carts and of orders share. */
export const shippingMethod = {
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  amount: Amount,
  is_tax_inclusive: z.boolean().describe('Whether amount includes taxes.'),
  is_custom_amount: z.boolean().describe('Whether amount was set by hand.'),
  shipping_option_id: Id.nullable(),
  data: Json.nullable().describe('Data for the fulfillment provider.'),
  metadata: Metadata,
  tax_lines: z.array(ShippingTaxLine),
  ...methodTotals,
  ...softDeletable,
}

export const CartShippingMethod = z
  .object({ ...shippingMethod, cart_id: Id, adjustments: z.array(ShippingAdjustment) })
  .meta({ id: 'CartShippingMethod' })
export type CartShippingMethod = z.infer<typeof CartShippingMethod>
