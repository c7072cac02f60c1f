import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'

const order_id = z.string().min(1).max(256)
const version = z.number().int().nonnegative().describe("The order's version after the change")

/**
 * Holds the stock that an order is about to need beyond what it holds, all of it or nothing, and remembers that the order may
 * change: `settle-stock` reports the outcome, or else the order is asked for it. Repeating it is harmless. Refused (400) as the
 * peers refuse items that are not in stock.
 */
export const claimStock = defineOperation({
  service: 'pricing',
  name: 'claim-stock',
  summary: 'Reserve stock for lines of an order that is about to change',
  body: z.strictObject({
    order_id,
    version,
    sales_channel_id: z
      .string()
      .nullable()
      .describe('Its locations are used first, and lines without units must be stocked there; null, or deleted: any location'),
    lines: z.array(
      z.strictObject({
        line_item_id: z.string(),
        variant_id: z.string(),
        present: z.number().describe('Units still to be sent before the change'),
        wanted: z.number().describe('Units still to be sent after the change'),
      }),
    ),
  }),
  response: z.object({ order_id: z.string() }),
  attempt_ms: 3000,
})

/** Makes the reservations of claimed lines fit the order. Nothing where nothing is claimed. Repeating it is harmless. */
export const settleStock = defineOperation({
  service: 'pricing',
  name: 'settle-stock',
  summary: 'Adjust the reservations of an order that has changed',
  body: z.strictObject({
    order_id,
    version,
    lines: z
      .array(z.strictObject({ line_item_id: z.string(), quantity: z.number() }))
      .describe('Units still to be sent; none for missing lines'),
  }),
  response: z.object({ order_id: z.string() }),
  attempt_ms: 3000,
})

const fulfillment_id = z.string()

const StockPlace = z.object({ location_id: z.string(), quantity: z.number().describe('Units of the inventory item') })

/** The contents of a parcel, as `pick-stock` found them. */
export const PackedStock = z.object({
  shipping_option_id: z.string(),
  provider_id: z.string().nullable(),
  location_id: z.string().describe('Where everything was taken from; otherwise where the shipping option ships from'),
  items: z.array(
    z.object({
      line_item_id: z.string(),
      inventory_item_id: z.string().nullable().describe('Null for lines that use no stock'),
      places: z.array(StockPlace).optional().describe('Where it was taken from, if not all from one location'),
      quantity: z.number().describe('Units of the inventory item, or of the line if there is none'),
      title: z.string().nullable().describe("The inventory item's title; null: the line's"),
      sku: z.string().nullable(),
    }),
  ),
})
export type PackedStock = z.infer<typeof PackedStock>

/**
 * Takes the contents of an order's parcel out of stock, and out of the reservations of its lines, and remembers that the order
 * may get that parcel: `settle-pick` reports the outcome, or else the order is asked for it. Repeating it is harmless. Refused
 * (400, 404), as with the peers, for items not reserved (unless they are backordered and stocked by now), not in stock, or not
 * sent by this shipping option, and for an option of another provider, before anything is taken.
 */
export const pickStock = defineOperation({
  service: 'pricing',
  name: 'pick-stock',
  summary: 'Take the contents of a parcel out of stock',
  body: z.strictObject({
    order_id,
    fulfillment_id,
    shipping_option_id: z
      .string()
      .nullable()
      .describe('Null: the oldest option that sends the lines, of the location or else of the marketplace'),
    other_shipping_option_ids: z
      .array(z.string())
      .optional()
      .describe('Instead of it: the first one that has the shipping profile of the lines, if it has not'),
    option_seller_id: z
      .string()
      .optional()
      .describe("Seller that must own the shipping option, unless it is the marketplace's; absent: anyone"),
    location_id: z
      .string()
      .nullable()
      .describe("Null: the shipping option's location, with stock taken from wherever it is reserved"),
    seller_id: z.string().nullable().describe('The seller that must own the location; null: anyone'),
    provider_id: z.string().optional().describe('Provider that the shipping option must have; absent: any'),
    lines: z.array(
      z.strictObject({
        line_item_id: z.string(),
        variant_id: z.string().nullable(),
        quantity: z.number().describe('Units that the parcel will contain'),
        unsent: z.number().describe('Units still to be sent as the order stands'),
        sold_at: z.string().optional().describe('ISO 8601. Absent: when the oldest of its living reservations was made'),
        requires_shipping: z.boolean(),
        title: z.string().describe('Its name in error messages'),
      }),
    ),
  }),
  response: PackedStock,
  attempt_ms: 3000,
})

/**
 * Remembers a parcel's contents, which go back into stock if its order cancels it: `settle-pick` reports the outcome, or else the
 * order is asked for it. Repeating it is harmless.
 */
export const returnStock = defineOperation({
  service: 'pricing',
  name: 'return-stock',
  summary: 'Prepare to restock the contents of a parcel',
  body: z.strictObject({
    order_id,
    fulfillment_id,
    location_id: z.string(),
    items: z.array(
      z.strictObject({
        line_item_id: z.string(),
        variant_id: z.string(),
        inventory_item_id: z.string(),
        quantity: z.number().describe('Units of the inventory item'),
        location_id: z.string().optional().describe("Default: the parcel's location"),
      }),
    ),
  }),
  response: z.object({ pick_id: z.string() }),
  attempt_ms: 3000,
})

/** Where variants are stocked; those that are gone are missing, and so are deleted stock locations. */
export const findStockPlaces = defineOperation({
  service: 'pricing',
  name: 'find-stock-places',
  summary: 'Find where variants are stocked',
  body: z.strictObject({ variant_ids: z.array(z.string()) }),
  response: z.object({
    variants: z.array(
      z.object({
        id: z.string(),
        manage_inventory: z.boolean(),
        location_ids: z.array(z.string()).describe('The stock locations of its inventory items, in the order of these items'),
      }),
    ),
  }),
  attempt_ms: 1000,
})
export type StockPlaces = z.infer<typeof findStockPlaces.response>['variants'][number]

const line = z.strictObject({
  line_item_id: z.string(),
  variant_id: z.string(),
  quantity: z.number().describe('Units of the line'),
})

/** Whether `prepare-restock` would take these goods in, at a location of this seller's. */
export const findRestockPlace = defineOperation({
  service: 'pricing',
  name: 'find-restock-place',
  summary: 'Check whether a seller can receive items at a location',
  body: z.strictObject({
    order_id,
    location_id: z.string().nullable(),
    seller_id: z.string(),
    lines: z.array(line),
  }),
  response: z.object({
    is_own: z.boolean().describe("Whether the location is the seller's"),
    is_restockable: z.boolean().describe('True for any location if the items use no stock'),
  }),
  attempt_ms: 1000,
})

/**
 * Remembers goods that a customer sent back, which go into stock at the location if their order receives them: `settle-pick`
 * reports the outcome, or else the order is asked for it. Repeating it is harmless. Items that are not stocked at the location
 * are left out; refused (400) where none is, and at a location that is deleted or not the seller's.
 */
export const prepareRestock = defineOperation({
  service: 'pricing',
  name: 'prepare-restock',
  summary: 'Prepare to restock items returned to an order',
  body: z.strictObject({
    order_id,
    order_change_id: z.string().describe('The change of the order that receives them'),
    restock_id: z.string().describe('Unique per change and content'),
    location_id: z.string().nullable(),
    seller_id: z.string().optional().describe('The seller that must own the location; absent: anyone'),
    lines: z.array(line),
  }),
  response: z.object({ restock_id: z.string() }),
  attempt_ms: 3000,
})

/** The id of the pick that `return-stock` makes of a parcel; that of `pick-stock` has the id of the parcel. */
export const returnIdOf = (fulfillment_id: string) => `${fulfillment_id}:canceled`

/**
 * Settles the stock that was picked for a parcel, once the parcel's outcome is known: it is gone, or goes back into stock and is
 * reserved again. Nothing where nothing is remembered. Repeating it is harmless.
 */
export const settlePick = defineOperation({
  service: 'pricing',
  name: 'settle-pick',
  summary: 'Settle the stock taken for a parcel',
  body: z.strictObject({
    order_id,
    pick_id: z.string(),
    has: z.boolean().describe('Whether its order has the parcel; for returned items: whether the customer still has them'),
    lines: settleStock.body.shape.lines,
  }),
  response: z.object({ pick_id: z.string() }),
  attempt_ms: 3000,
})

export const stockOperations = {
  claimStock,
  settleStock,
  pickStock,
  returnStock,
  findStockPlaces,
  findRestockPlace,
  prepareRestock,
  settlePick,
}
