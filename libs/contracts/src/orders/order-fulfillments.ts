import { z } from 'zod'
import { AddressInput } from '../cart/address-input.ts'
import { IdInput, MetadataInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { cancelation } from './cancelation.ts'
import { FULFILLMENT_OPTION } from './fulfillment-option.ts'
import { ORDER_ANSWER } from './order-answer.ts'
import { Fulfillment } from './transaction.ts'
import { UnitsInput } from './units.ts'
import { getVendorOrder } from './vendor-orders.ts'

const paramsOf = (order: number, fulfillment: number) =>
  z.object({
    id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', order) }),
    fulfillment_id: IdInput.meta({ description: 'ID of the fulfillment', example: demonstrationId('ful', fulfillment) }),
  })

const orderParams = z.object({
  id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', 10) }),
})
const items = z.array(z.object({ id: IdInput, quantity: UnitsInput.describe('Units of the line.') })).max(1000)
const firstLine = { id: demonstrationId('ordli', 2000), quantity: 1 }

/** Packs lines of an order: they count as fulfilled, and their stock leaves the location and its reservations. */
export const createOrderFulfillment = defineOperation({
  service: 'orders',
  name: 'create-order-fulfillment',
  method: 'POST',
  path: '/admin/orders/:id/fulfillments',
  summary: 'Create a fulfillment of an order',
  params: orderParams,
  body: z
    .strictObject({
      items: items.min(1),
      location_id: IdInput.nullish().describe("Stock location that it is sent from; default: the shipping option's."),
      delivery_address: AddressInput.optional().describe("Fields that differ from the order's shipping address."),
      shipping_option_id: IdInput.optional().describe(FULFILLMENT_OPTION),
      no_notification: z.boolean().optional().describe('Passed on in the event; it is up to the sender of e-mails.'),
      metadata: MetadataInput.nullish().describe('Metadata of the fulfillment.'),
    })
    .meta({ example: { items: [firstLine], location_id: demonstrationId('sloc', 1) } }),
  ...ORDER_ANSWER,
})

/** The same for an order of the caller's seller; those of others are refused like unknown ones. */
export const createVendorOrderFulfillment = defineOperation({
  service: 'orders',
  name: 'create-vendor-order-fulfillment',
  method: 'POST',
  path: '/vendor/orders/:id/fulfillments',
  summary: "Create a fulfillment of one of the seller's orders",
  params: orderParams,
  body: z
    .strictObject({
      items,
      requires_shipping: z.boolean().optional().describe('Accepted but ignored: determined by the lines.'),
      location_id: IdInput.optional().describe("One of the seller's stock locations; default: the shipping option's."),
      shipping_option_id: IdInput.optional().describe(`The seller's own, or one of the marketplace. ${FULFILLMENT_OPTION}`),
    })
    .meta({ example: { items: [firstLine], requires_shipping: true, location_id: demonstrationId('sloc', 1) } }),
  response: z.object({ fulfillment: Fulfillment }),
})

/**
 * Cancels a parcel: its units are still to be sent, and its stock is back at the location, reserved for its lines. Refused once
 * units of it are returned or to be returned.
 */
export const cancelOrderFulfillment = defineOperation({
  service: 'orders',
  name: 'cancel-order-fulfillment',
  method: 'POST',
  path: '/admin/orders/:id/fulfillments/:fulfillment_id/cancel',
  summary: 'Cancel a fulfillment of an order',
  params: paramsOf(10, 2000),
  body: cancelation,
  ...ORDER_ANSWER,
})

/** The answer to sellers: their order. */
const vendorAnswer = {
  description: getVendorOrder.description!,
  query: RecordQuery,
  response: getVendorOrder.response,
  selects: getVendorOrder.selects!,
} as const

/** The same for an order of the caller's seller; those of others are refused like unknown ones. */
export const cancelVendorOrderFulfillment = defineOperation({
  ...vendorAnswer,
  service: 'orders',
  name: 'cancel-vendor-order-fulfillment',
  method: 'POST',
  path: '/vendor/orders/:id/fulfillments/:fulfillment_id/cancel',
  summary: "Cancel a fulfillment of one of the seller's orders",
  params: paramsOf(10, 2001),
  body: cancelation,
})

/** A parcel has arrived: its units count as delivered. */
export const markOrderFulfillmentAsDelivered = defineOperation({
  service: 'orders',
  name: 'mark-order-fulfillment-as-delivered',
  method: 'POST',
  path: '/admin/orders/:id/fulfillments/:fulfillment_id/mark-as-delivered',
  summary: 'Mark a fulfillment of an order as delivered',
  params: paramsOf(6, 1600),
  body: cancelation,
  ...ORDER_ANSWER,
})

/** The same for an order of the caller's seller; those of others are refused like unknown ones. */
export const markVendorOrderFulfillmentAsDelivered = defineOperation({
  ...vendorAnswer,
  service: 'orders',
  name: 'mark-vendor-order-fulfillment-as-delivered',
  method: 'POST',
  path: '/vendor/orders/:id/fulfillments/:fulfillment_id/mark-as-delivered',
  summary: "Mark a fulfillment of one of the seller's orders as delivered",
  params: paramsOf(9, 1901),
})

export const orderFulfillmentOperations = {
  cancelOrderFulfillment,
  cancelVendorOrderFulfillment,
  createOrderFulfillment,
  createVendorOrderFulfillment,
  markOrderFulfillmentAsDelivered,
  markVendorOrderFulfillmentAsDelivered,
}

const parcelIds = z.object({
  order_id: z.string().describe('The order'),
  fulfillment_id: z.string().describe('The fulfillment'),
  no_notification: z.string().describe('`true`: do not notify the customer'),
})

export const orderFulfillmentCreated = defineEvent({
  service: 'orders',
  name: 'order.fulfillment-created',
  summary: 'A fulfillment of an order was created.',
  ids: parcelIds,
})

export const orderFulfillmentCanceled = defineEvent({
  service: 'orders',
  name: 'order.fulfillment-canceled',
  summary: 'A fulfillment of an order was canceled.',
  ids: parcelIds,
})

export const deliveryCreated = defineEvent({
  service: 'orders',
  name: 'delivery.created',
  summary: 'A fulfillment of an order was delivered.',
  ids: parcelIds.omit({ fulfillment_id: true }).extend({ id: z.string().describe('The fulfillment') }),
})

export const orderFulfillmentEvents = [orderFulfillmentCreated, orderFulfillmentCanceled, deliveryCreated]
