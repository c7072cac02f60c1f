import { z } from 'zod'
import { Amount, asked, CurrencyCode, fieldTraits, Id, Json, Metadata, Quantity, softDeletable } from '../fields/common.ts'
import { PriceListType } from './price-list.ts'

export const OptionValue = z
  .object({
    id: Id,
    value: z.string(),
    rank: z.number().nullable().describe('Position among the values of the option; null for the order of creation.'),
    option_id: Id.nullable(),
    option: asked((): z.ZodType => ProductOption)
      .optional()
      .register(fieldTraits, { along: 'plain' }),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'OptionValue' })
export type OptionValue = z.infer<typeof OptionValue>

export const ProductOption = z
  .object({
    id: Id,
    title: z.string(),
    is_exclusive: z.boolean().optional().describe('Whether it belongs to a single product.'),
    product_id: Id.nullable(),
    values: z.array(OptionValue),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'ProductOption' })
export type ProductOption = z.infer<typeof ProductOption>

export const ShippingProfile = z
  .object({ id: Id, name: z.string(), type: z.string(), metadata: Metadata, ...softDeletable })
  .meta({ id: 'ShippingProfile' })
export type ShippingProfile = z.infer<typeof ShippingProfile>

export const Translation = z
  .object({
    id: Id,
    reference_id: Id,
    reference: z.string().describe('The type of the record, such as product.'),
    locale_code: z.string(),
    translations: Json.describe('Translated texts by field name.'),
    ...softDeletable,
  })
  .meta({ id: 'Translation' })
export type Translation = z.infer<typeof Translation>

/** The price from which one side of a calculated price was taken. */
export const PriceSource = z
  .object({
    id: Id.nullable(),
    price_list_id: Id.nullable(),
    price_list_type: PriceListType.nullable(),
    min_quantity: Quantity.nullable(),
    max_quantity: Quantity.nullable(),
  })
  .meta({ id: 'PriceSource' })
export type PriceSource = z.infer<typeof PriceSource>

export const CalculatedPrice = z
  .object({
    id: Id.describe('ID of the price set.'),
    calculated_amount: Amount.nullable().describe('The price shown to the customer; null if there is none.'),
    original_amount: Amount.nullable().describe('The price before any sale; null if there is none.'),
    currency_code: CurrencyCode.nullable(),
    original_amount_with_tax: Amount.nullable(),
    original_amount_without_tax: Amount.nullable(),
    calculated_amount_with_tax: Amount.nullable(),
    calculated_amount_without_tax: Amount.nullable(),
    is_calculated_price_price_list: z.boolean(),
    is_original_price_price_list: z.boolean(),
    is_calculated_price_tax_inclusive: z.boolean(),
    is_original_price_tax_inclusive: z.boolean(),
    calculated_price: PriceSource.nullable(),
    original_price: PriceSource.nullable(),
  })
  .meta({ id: 'CalculatedPrice' })
export type CalculatedPrice = z.infer<typeof CalculatedPrice>

const taxed = Amount.nullable().optional().describe('Absent if the taxes are unknown, for lack of a country.')
/** A price that is shown before a purchase. */
export const ShownPrice = CalculatedPrice.extend({
  original_amount_with_tax: taxed,
  original_amount_without_tax: taxed,
  calculated_amount_with_tax: taxed,
  calculated_amount_without_tax: taxed,
}).meta({ id: 'ShownPrice' })
export type ShownPrice = z.infer<typeof ShownPrice>
