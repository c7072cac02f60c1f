import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'

const order_id = z.string().min(1).max(256)
const version = z.number().int().nonnegative().describe('Of the order, once it has changed so')

/**
 * Holds the stock that an order is about to need beyond what it holds, all of it or nothing, and remembers that the order may change:
 * what the change leaves is told by `settle-stock`, or asked of the order where nobody tells it. Repeating it is harmless. Refused (400)
 * as the peers refuse what is not in stock.
 */
export const claimStock = defineOperation({
  service: 'pricing',
  name: 'claim-stock',
  summary: 'Hold stock for lines of an order that is about to change',
  body: z.strictObject({
    order_id,
    version,
    sales_channel_id: z.string().nullable().describe('Its locations come first; null: any location'),
    lines: z.array(
      z.strictObject({
        line_item_id: z.string(),
        variant_id: z.string(),
        present: z.number().describe('Units that are still to be sent, as the order stands'),
        wanted: z.number().describe('The same once it has changed'),
      }),
    ),
  }),
  response: z.object({ order_id: z.string() }),
  attempt_ms: 3000,
})

/** Makes the reservations of claimed lines what the order needs by now. Nothing where nothing is claimed. Repeating it is harmless. */
export const settleStock = defineOperation({
  service: 'pricing',
  name: 'settle-stock',
  summary: 'Adjust the reservations of an order that has changed',
  body: z.strictObject({
    order_id,
    version,
    lines: z
      .array(z.strictObject({ line_item_id: z.string(), quantity: z.number() }))
      .describe('Units that are still to be sent; none of lines that are missing'),
  }),
  response: z.object({ order_id: z.string() }),
  attempt_ms: 3000,
})

const fulfillment_id = z.string()

/** What a parcel is made of, as `pick-stock` found it. */
export const PackedStock = z.object({
  shipping_option_id: z.string(),
  provider_id: z.string().nullable(),
  location_id: z.string(),
  items: z.array(
    z.object({
      line_item_id: z.string(),
      inventory_item_id: z.string().nullable().describe('Null for lines that take no stock'),
      quantity: z.number().describe('Of the inventory item, or of the line where there is none'),
      title: z.string().nullable().describe("The inventory item's; null: the line's"),
      sku: z.string().nullable(),
    }),
  ),
})
export type PackedStock = z.infer<typeof PackedStock>

/**
 * Takes what a parcel of an order will hold out of stock, and out of what is reserved for its lines, and remembers that the order may get that
 * parcel: what became of it is told by `settle-pick`, or asked of the order where nobody tells it. Repeating it is harmless. Refused
 * (400, 404) as the peers refuse what is not reserved, not in stock, or not sent by this shipping option.
 */
export const pickStock = defineOperation({
  service: 'pricing',
  name: 'pick-stock',
  summary: 'Take what a parcel of an order will hold out of stock',
  body: z.strictObject({
    order_id,
    fulfillment_id,
    shipping_option_id: z.string(),
    location_id: z.string().nullable().describe("Null: the shipping option's; stock is taken from where it is reserved then"),
    seller_id: z.string().nullable().describe('Whose the location must be; null: anybody’s'),
    lines: z.array(
      z.strictObject({
        line_item_id: z.string(),
        variant_id: z.string().nullable(),
        quantity: z.number().describe('Units that the parcel will hold'),
        unsent: z.number().describe('Units that are still to be sent, as the order stands'),
        requires_shipping: z.boolean(),
        title: z.string().describe('What refusals call it'),
      }),
    ),
  }),
  response: PackedStock,
  attempt_ms: 3000,
})

/**
 * Remembers what a parcel holds, which goes back into stock if its order cancels it: whether it has is told by `settle-pick`, or asked of the
 * order where nobody tells it. Repeating it is harmless.
 */
export const returnStock = defineOperation({
  service: 'pricing',
  name: 'return-stock',
  summary: 'Get ready to take back what a parcel of an order holds',
  body: z.strictObject({
    order_id,
    fulfillment_id,
    location_id: z.string(),
    items: z.array(
      z.strictObject({
        line_item_id: z.string(),
        variant_id: z.string(),
        inventory_item_id: z.string(),
        quantity: z.number().describe('Of the inventory item'),
      }),
    ),
  }),
  response: z.object({ pick_id: z.string() }),
  attempt_ms: 3000,
})

/** The pick that `return-stock` makes of a parcel; that of `pick-stock` has the id of the parcel. */
export const returnIdOf = (fulfillment_id: string) => `${fulfillment_id}:canceled`

/**
 * Settles what was picked for a parcel, once it is known what became of it: it is gone, or goes back into stock and is reserved again. Nothing
 * where nothing is remembered. Repeating it is harmless.
 */
export const settlePick = defineOperation({
  service: 'pricing',
  name: 'settle-pick',
  summary: 'Settle what was taken out of stock for a parcel',
  body: z.strictObject({
    order_id,
    pick_id: z.string(),
    has: z.boolean().describe('Whether its order has the parcel'),
    lines: settleStock.body.shape.lines,
  }),
  response: z.object({ pick_id: z.string() }),
  attempt_ms: 3000,
})

export const stockOperations = { claimStock, settleStock, pickStock, returnStock, settlePick }
