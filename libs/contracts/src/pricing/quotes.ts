import { z } from 'zod'
import { defineOperation, type ResponseOf } from '../operation/operation.ts'
import { Product, Variant } from './product.ts'
import { Region } from './region.ts'

/** The rate behind a tax line; rates of one line are added, never compounded. */
export const TaxRateFacts = z.object({
  code: z.string().nullable(),
  rate: z.number().describe('Percent'),
  description: z.string().nullable(),
  tax_rate_id: z.string(),
  provider_id: z.string(),
})
export type TaxRateFacts = z.infer<typeof TaxRateFacts>

/**
 * The address that determines tax rates: nothing is taxed while the country is unknown, or if the region does not tax
 * automatically.
 */
const TaxAddress = z.strictObject({ country_code: z.string().nullable(), province: z.string().nullable() })

/** The part of a region that a cart or an order remembers, and goes on by once the region itself is deleted. */
export const RegionCopy = z.strictObject({ automatic_taxes: z.boolean() })
export type RegionCopy = z.infer<typeof RegionCopy>

/** For requests about a cart or an order with this copy of its region; null: it has none. */
export const regionCopyOf = (region: Pick<Region, 'automatic_taxes'> | null): { region_copy?: RegionCopy } =>
  region ? { region_copy: { automatic_taxes: region.automatic_taxes } } : {}

const region_copy = RegionCopy.optional()
const COPIED = "The caller's copy of the region, by which a deleted region is taxed; absent: it is not taxed"

const line = z.string().nullable()
/** Each part is null while it is unknown. */
const ShippingAddress = z.strictObject({ country_code: line, province: line, city: line, postal_code: line })

const QuotedLine = z.object({
  variant_id: z.string(),
  quantity: z.number(),
  product: Product,
  variant: Variant.describe('Including its calculated_price'),
  unit_price: z.number(),
  compare_at_unit_price: z.number().nullable(),
  is_tax_inclusive: z.boolean(),
  seller_id: z.string().nullable(),
  tax_lines: z.array(TaxRateFacts),
})
export type QuotedLine = z.infer<typeof QuotedLine>

export const QuotedShipping = z.object({
  id: z.string(),
  name: z.string(),
  amount: z.number().nullable().describe('Null if the option has no price in the currency'),
  is_tax_inclusive: z.boolean(),
  data: z.record(z.string(), z.unknown()).nullable(),
  provider_id: z.string().nullable(),
  seller_id: z
    .string()
    .nullable()
    .describe('The seller of the stock location that it ships from; null for the marketplace itself'),
  shipping_profile_id: z.string().nullable(),
  shipping_option_type_id: z.string().nullable(),
  tax_lines: z.array(TaxRateFacts),
})
export type QuotedShipping = z.infer<typeof QuotedShipping>

/**
 * Everything that a cart needs from catalogue, prices and taxes, in one request. Refused (400) as the peers refuse an unknown
 * region, an unpublished variant or a variant without a price; also for a variant whose product is only sold in other channels.
 */
export const quote = defineOperation({
  service: 'pricing',
  name: 'quote',
  summary: 'Price the lines and shipping options of a cart',
  body: z.strictObject({
    region_id: z
      .string()
      .nullable()
      .describe(
        "Null: the store's default region, or the first one; limited to the currency of the request, if that has regions",
      ),
    currency_code: z
      .string()
      .nullable()
      .describe("Of all prices; null: the region's. Without a `region_id` it only chooses the region"),
    region_copy: region_copy.describe(
      "The caller's copy of the region, which takes its place, with the request's currency, once it is deleted; absent: a " +
        'deleted region is refused (404)',
    ),
    sales_channel_id: z.string().nullable(),
    stock_channel_id: z
      .string()
      .nullable()
      .optional()
      .describe(
        'The stock must be at locations of this channel, which need not offer the products; null, or a deleted channel: ' +
          'anywhere. Absent: at those of `sales_channel_id`',
      ),
    assigns_channel: z
      .boolean()
      .optional()
      .describe(
        "For a new cart: an unknown channel is refused (404), as is a disabled one (400); null means the store's default channel",
      ),
    customer: z.strictObject({ id: z.string(), group_ids: z.array(z.string()) }).nullable(),
    tax_address: TaxAddress,
    only_country: z
      .boolean()
      .optional()
      .describe('For a new cart without an address: taxed for the only country of its region, if that has only one'),
    items: z.array(
      z.strictObject({
        variant_id: z.string(),
        quantity: z.number(),
        unit_price: z.number().optional().describe('Set by hand; the variant then needs no price'),
        allow_backorder: z
          .boolean()
          .optional()
          .describe("Whether it may be sold without stock, overriding the variant's setting"),
        staying: z
          .boolean()
          .optional()
          .describe(
            'Already in the cart: left out instead of refused if it is no longer sold or has no price; not checked for stock',
          ),
      }),
    ),
    shipping_option_ids: z.array(z.string()),
    ship_to: ShippingAddress.optional().describe(
      'Options that the channel does not offer to this address are left out; price rules may refer to both. Absent: neither is considered',
    ),
    item_total: z
      .number()
      .optional()
      .describe("For rules of shipping prices: the cart's item total after promotions. Absent: that of the requested items"),
    with_taxes: z.boolean().optional().describe('Even in a region without automatic taxes'),
  }),
  response: z.object({
    region: Region.nullable().describe('Null only for a deleted region, of which the request has a copy'),
    sales_channel_id: z.string().nullable(),
    items: z.array(QuotedLine),
    shipping_options: z.array(QuotedShipping),
    tax_address: TaxAddress.optional().describe('The address that it is taxed for, if the request has `only_country`'),
    depends_on_groups: z
      .boolean()
      .describe("Whether rules of these items' prices, or of their price lists, refer to the customer's groups"),
    item_total: z.number().nullable().describe("The item total that these options' prices depend on; null if none depends on it"),
  }),
})

/**
 * A shipping option's price in a currency or region, and its tax; independent of the customer. Null if there is no such option.
 */
export const quoteShippingOption = defineOperation({
  service: 'pricing',
  name: 'quote-shipping-option',
  summary: 'Price a shipping option in a currency',
  body: z.strictObject({
    shipping_option_id: z.string(),
    currency_code: z.string(),
    region_id: z.string().nullable(),
    region_copy: region_copy.describe(COPIED),
    by_region: z.boolean().optional().describe("Whether the region's prices apply as well; absent: only those of the currency"),
    for_return: z.boolean().optional().describe('Whether storefronts must offer the option for returns; absent: any option'),
    tax_address: TaxAddress,
  }),
  response: z.object({ shipping_option: QuotedShipping.nullable() }),
})

/**
 * The tax rates of lines and shipping methods at an address, regardless of their prices, even for those that are not in the
 * catalogue. None in a region without automatic taxes.
 */
export const quoteTaxes = defineOperation({
  service: 'pricing',
  name: 'quote-taxes',
  summary: 'Find the tax rates for lines at an address',
  body: z.strictObject({
    region_id: z.string().nullable(),
    region_copy: region_copy.describe(COPIED),
    tax_address: TaxAddress,
    lines: z.array(
      z.strictObject({
        id: z.string(),
        product_id: z.string().nullable(),
        product_type_id: z.string().nullable(),
        shipping_option_id: z.string().nullable().describe('Set for a shipping method'),
        is_giftcard: z.boolean(),
      }),
    ),
  }),
  response: z.object({ lines: z.array(z.object({ id: z.string(), tax_lines: z.array(TaxRateFacts) })) }),
})

/** The region of a quote that was requested without a copy of it: such a quote always has one. */
export function quotedRegion({ region }: Pick<ResponseOf<typeof quote>, 'region'>): Region {
  if (!region) throw new Error('the quote has no region')
  return region
}

export const quoteOperations = { quote, quoteShippingOption, quoteTaxes }
