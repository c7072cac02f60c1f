import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'
import { SalesChannel } from './sales-channel.ts'

const owned = z.object({
  id: z.string(),
  seller_id: z.string().nullable().describe('Null for the marketplace itself'),
  shipping_profile_id: z.string().nullable(),
})

/** The sellers of the variants and shipping options of a cart, and their shipping profiles; deleted ones are missing. */
export const findCheckoutFacts = defineOperation({
  service: 'pricing',
  name: 'find-checkout-facts',
  summary: 'Find the sellers of the items of a cart',
  body: z.strictObject({
    sales_channel_id: z.string().nullable(),
    region_id: z.string().nullish().describe('The region whose payment providers are shown; default: none'),
    variant_ids: z.array(z.string()),
    only_sold: z
      .boolean()
      .optional()
      .describe('Whether to leave out variants that are not published, or not sold in the sales channel; default: false'),
    shipping_option_ids: z.array(z.string()),
    with_sellers: z.boolean().optional().describe('Whether to check which of the sellers are closed; default: false'),
  }),
  response: z.object({
    sales_channel: SalesChannel.nullable(),
    variants: z.array(owned),
    shipping_options: z.array(owned),
    payment_provider_ids: z
      .array(z.string())
      .optional()
      .describe('The payment providers enabled in the region. Absent if none was named, or if it no longer exists'),
    closed_seller_ids: z
      .array(z.string())
      .optional()
      .describe('Sellers of these items that cannot sell now: inactive or deleted. Absent unless requested'),
  }),
  attempt_ms: 2000,
})

const checkout = {
  cart_id: z.string().min(1).max(256),
  epoch: z.number().int().positive().describe('Identifies the attempt to complete the cart'),
}

/**
 * Reserves the stock of all lines of a cart that is about to become orders. Repeating it is harmless. Refused (400) as the peers
 * refuse items that are not in stock, and (409) once the stock of this checkout was released. If others took some of the stock at
 * the same time, or after a failure, part of it may be reserved until `release-checkout-stock`.
 */
export const reserveCheckoutStock = defineOperation({
  service: 'pricing',
  name: 'reserve-checkout-stock',
  summary: 'Reserve the stock of a cart that is being completed',
  body: z.strictObject({
    ...checkout,
    sales_channel_id: z.string().nullable().describe('Its locations are used first; null: any location'),
    lines: z.array(
      z.strictObject({ order_id: z.string(), line_item_id: z.string(), variant_id: z.string(), quantity: z.number() }),
    ),
  }),
  response: z.object({ cart_id: z.string() }),
  attempt_ms: 5000,
})

/**
 * Releases the reservations of a checkout, and those that an earlier request for it, still under way, may yet make. Repeating it
 * is harmless.
 */
export const releaseCheckoutStock = defineOperation({
  service: 'pricing',
  name: 'release-checkout-stock',
  summary: 'Release the stock of a cart whose completion was abandoned',
  body: z.strictObject(checkout),
  response: z.object({ cart_id: z.string() }),
  attempt_ms: 5000,
})

export const checkoutStockOperations = { findCheckoutFacts, reserveCheckoutStock, releaseCheckoutStock }
