import { z } from 'zod'
import { Amount, FieldsQuery, Flag, Id, IdInput, MetadataInput, Page, TextInput } from '../fields/common.ts'
import { DEMONSTRATION, demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { ShippingOption } from './fulfillment.ts'
import {
  FulfillmentProvider,
  ShippingOptionPrice,
  ShippingOptionRule,
  ShippingOptionType,
  StockLocationAddress,
} from './fulfillment-parts.ts'
import { pricePartsAt } from './price-context.ts'
import { ShownPrice } from './product-parts.ts'

/** The parts of an option's service zone that storefronts see: where the option ships from. */
const StoreServiceZone = z
  .object({
    id: Id,
    fulfillment_set_id: Id,
    fulfillment_set: z.object({
      id: Id,
      type: z.string().describe('Such as `shipping` or `pickup`.'),
      location: z.object({ id: Id, address: StockLocationAddress.nullable() }),
    }),
  })
  .meta({ id: 'StoreServiceZone' })

/** A shipping option as a storefront offers it for a cart. */
export const StoreShippingOption = z
  .object({
    ...ShippingOption.pick({
      id: true,
      name: true,
      price_type: true,
      service_zone_id: true,
      shipping_profile_id: true,
      provider_id: true,
      shipping_option_type_id: true,
      data: true,
      metadata: true,
    }).shape,
    service_zone: StoreServiceZone,
    type: ShippingOptionType.pick({ id: true, label: true, description: true, code: true }).nullable(),
    provider: FulfillmentProvider.pick({ id: true, is_enabled: true }).nullable(),
    rules: z.array(ShippingOptionRule.pick({ id: true, attribute: true, operator: true, value: true })),
    prices: z.array(ShippingOptionPrice),
    calculated_price: ShownPrice.nullable().describe('The price for the cart; null if the option has none in its currency.'),
    amount: Amount.nullable().describe('Same as the amount of `calculated_price`.'),
    is_tax_inclusive: z.boolean().describe('Whether the amount includes taxes.'),
    insufficient_inventory: z.boolean().describe("Whether the option's stock location is short of items of the cart."),
    seller_id: Id.nullable().describe('The seller that ships with it; null for the marketplace itself.'),
    seller_name: z.string().nullable().describe('Also null if the seller was deleted or cannot be looked up.'),
  })
  .meta({ id: 'StoreShippingOption' })
export type StoreShippingOption = z.infer<typeof StoreShippingOption>

/** Shown whatever `fields` asks for, unless it excludes them. */
const SHOWN = [
  ...(['id', 'name', 'price_type', 'service_zone_id', 'shipping_profile_id', 'provider_id', 'data'] as const),
  ...(['service_zone', 'type', 'provider', 'rules', 'calculated_price', 'prices'] as const),
  ...pricePartsAt('calculated_price'),
  ...(['amount', 'is_tax_inclusive', 'insufficient_inventory', 'seller_id', 'seller_name'] as const),
] as const
const TAKEN = 'Accepted but ignored: all options are returned, oldest first.'
const taken = {
  fields: FieldsQuery.optional(),
  offset: Page.shape.offset.describe(TAKEN),
  limit: Page.shape.limit.describe(TAKEN),
  order: TextInput(1000).optional().describe(TAKEN),
}

/**
 * The options of all stock locations that serve the cart's sales channel and ship to its address, whose rules hold for
 * storefronts. For a cart without an address, those for any place. Unknown carts, and those of other channels: 404.
 */
export const listStoreShippingOptions = defineOperation({
  service: 'pricing',
  name: 'list-store-shipping-options',
  method: 'GET',
  path: '/store/shipping-options',
  summary: 'List the shipping options available for a cart',
  query: z.strictObject({
    cart_id: IdInput.meta({ description: 'ID of the cart', example: DEMONSTRATION.cart_id }),
    is_return: Flag.optional().describe('`true` lists the return shipping options. Default: false.'),
    ...taken,
  }),
  response: z.object({ shipping_options: z.array(StoreShippingOption) }),
  selects: { key: 'shipping_options', schema: StoreShippingOption, defaults: SHOWN, companions: [{ bring: SHOWN }] },
})

/**
 * The options by which items of an order can be returned, as a return of its customer may name them: those of the order's seller
 * and of the marketplace, at stock locations that serve its sales channel and ship to its address. Orders of other customers are
 * refused like missing ones (404).
 */
export const listReturnShippingOptions = defineOperation({
  service: 'pricing',
  name: 'list-return-shipping-options',
  method: 'GET',
  path: '/store/shipping-options/return',
  customersOnly: true,
  summary: 'List the return shipping options of an order',
  query: z.strictObject({
    order_id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', 1) }),
    ...taken,
  }),
  response: z.object({ shipping_options: z.array(StoreShippingOption) }),
  selects: { key: 'shipping_options', schema: StoreShippingOption, defaults: SHOWN, companions: [{ bring: SHOWN }] },
})

/**
 * Asks the provider for the price of an option whose price is `calculated`. Providers of Souk are manual and calculate nothing,
 * so every request is refused: with 404 if the cart or the option does not exist, otherwise with 400.
 */
export const calculateShippingOption = defineOperation({
  service: 'pricing',
  name: 'calculate-shipping-option',
  method: 'POST',
  path: '/store/shipping-options/:id/calculate',
  summary: 'Calculate the price of a shipping option',
  description:
    'Always refused: with 404 if the cart or the option does not exist, otherwise with 400, since all shipping prices are flat and no provider calculates any.',
  params: z.object({ id: IdInput.meta({ description: 'ID of the shipping option', example: demonstrationId('so', 1) }) }),
  query: z.strictObject({ fields: FieldsQuery.optional() }),
  body: z
    .strictObject({
      cart_id: IdInput,
      data: MetadataInput.optional().describe('Data for the provider.'),
    })
    .meta({ example: { cart_id: DEMONSTRATION.cart_id } }),
  ifMatch: 'none',
  idempotency: 'none',
  response: z.object({ shipping_option: StoreShippingOption }),
})

export const storeShippingOptionOperations = {
  listStoreShippingOptions,
  listReturnShippingOptions,
  calculateShippingOption,
}
