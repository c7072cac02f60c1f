import { z } from 'zod'
import { AddressInput } from '../cart/address-input.ts'
import { IdInput, MetadataInput, TextInput, TimestampInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { FULFILLMENT_OPTION } from './fulfillment-option.ts'
import { EXAMPLE_LABEL, LabelsInput } from './labels-input.ts'
import { Fulfillment } from './transaction.ts'
import { UnitsInput } from './units.ts'

const answer = {
  response: z.object({ fulfillment: Fulfillment }),
  selects: { key: 'fulfillment', schema: Fulfillment, defaults: 'all' },
} as const

const paramsOf = (fulfillment: number) =>
  z.object({ id: IdInput.meta({ description: 'ID of the fulfillment', example: demonstrationId('ful', fulfillment) }) })

const ItemInput = z.strictObject({
  line_item_id: IdInput.describe('A line of the order.'),
  quantity: UnitsInput.describe('Units of the line.'),
  title: TextInput()
    .optional()
    .describe('Accepted but ignored, like the next three fields: the line and its inventory items determine them.'),
  sku: TextInput().optional(),
  barcode: TextInput().optional(),
  inventory_item_id: IdInput.nullish().describe('Accepted but ignored: all inventory items of the line are packed.'),
})
const later = (by: string) => z.null().optional().describe(`Must be null: ${by}.`)

/**
 * Packs lines of an order, like `POST /admin/orders/{id}/fulfillments`, and answers the fulfillment: the units count as
 * fulfilled, and their stock leaves the location and its reservations. A fulfillment always belongs to an order: items without a
 * line in it are refused, so that packed units, the counts of the lines and the stock never differ.
 */
export const createFulfillment = defineOperation({
  service: 'orders',
  name: 'create-fulfillment',
  method: 'POST',
  path: '/admin/fulfillments',
  summary: 'Create a fulfillment',
  body: z
    .strictObject({
      order_id: IdInput,
      location_id: IdInput.describe('Stock location that it is sent from.'),
      provider_id: IdInput.describe("Must be the shipping option's provider."),
      shipping_option_id: IdInput.nullish().describe(FULFILLMENT_OPTION),
      items: z.array(ItemInput).max(1000),
      delivery_address: AddressInput.describe("Fields that differ from the order's shipping address."),
      labels: LabelsInput,
      data: MetadataInput.nullish().describe("Data for the fulfillment provider; default: that of the order's shipping method."),
      metadata: MetadataInput.nullish(),
      packed_at: TimestampInput.nullish().describe('Default: now.'),
      shipped_at: later('`POST /admin/fulfillments/{id}/shipment` reports the shipment'),
      delivered_at: later("the order's `mark-as-delivered` reports the delivery"),
      canceled_at: later('`POST /admin/fulfillments/{id}/cancel` cancels it'),
    })
    .meta({
      example: {
        order_id: demonstrationId('order', 10),
        location_id: demonstrationId('sloc', 1),
        provider_id: 'manual_manual',
        items: [{ line_item_id: demonstrationId('ordli', 2000), quantity: 1 }],
        delivery_address: {},
        labels: [],
      },
    }),
  ...answer,
})

/**
 * Cancels a fulfillment in its order: its units are still to be sent, and its stock is back at the location, reserved for its
 * lines. That of a return is canceled so that the return can be, too. An already canceled one is answered unchanged. Refused once
 * it is shipped or delivered, or units of it are returned or to be returned.
 */
export const cancelFulfillment = defineOperation({
  service: 'orders',
  name: 'cancel-fulfillment',
  method: 'POST',
  path: '/admin/fulfillments/:id/cancel',
  summary: 'Cancel a fulfillment',
  params: paramsOf(2002),
  ...answer,
})

/**
 * Marks a fulfillment as shipped, with everything in it: its units count as shipped in its order. That of a return is not found:
 * the marketplace does not ship it.
 */
export const createFulfillmentShipment = defineOperation({
  service: 'orders',
  name: 'create-fulfillment-shipment',
  method: 'POST',
  path: '/admin/fulfillments/:id/shipment',
  summary: 'Ship a fulfillment',
  params: paramsOf(2003),
  body: z
    .strictObject({ labels: LabelsInput.describe('Replace the existing labels, unless empty.') })
    .meta({ example: { labels: [EXAMPLE_LABEL] } }),
  ...answer,
})

export const fulfillmentOperations = { createFulfillment, cancelFulfillment, createFulfillmentShipment }
