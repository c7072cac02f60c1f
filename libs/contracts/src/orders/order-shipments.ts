import { z } from 'zod'
import { IdInput, MetadataInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { EXAMPLE_LABEL, LabelsInput } from './labels-input.ts'
import { ORDER_ANSWER } from './order-answer.ts'
import { UnitsInput } from './units.ts'
import { getVendorOrder } from './vendor-orders.ts'

const paramsOf = (n: number) =>
  z.object({
    id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', 9) }),
    fulfillment_id: IdInput.meta({ description: 'ID of the fulfillment', example: demonstrationId('ful', 1900 + n) }),
  })

const shipment = {
  items: z
    .array(z.object({ id: IdInput, quantity: UnitsInput }))
    .max(1000)
    .describe('Lines of the order. The whole fulfillment is shipped, regardless of this list.'),
  labels: LabelsInput.optional().describe('Replace the existing labels, unless empty or absent.'),
}
const example = { items: [], labels: [EXAMPLE_LABEL] }

/** Marks a parcel as shipped: its units count as shipped. */
export const createOrderShipment = defineOperation({
  service: 'orders',
  name: 'create-order-shipment',
  method: 'POST',
  path: '/admin/orders/:id/fulfillments/:fulfillment_id/shipments',
  summary: 'Ship a fulfillment of an order',
  params: paramsOf(0),
  body: z
    .strictObject({
      ...shipment,
      no_notification: z.boolean().optional().describe('Passed on in the event; it is up to the sender of e-mails.'),
      metadata: MetadataInput.nullish().describe('Metadata of the fulfillment.'),
    })
    .meta({ example }),
  ...ORDER_ANSWER,
})

/** The same for an order of the caller's seller; those of others are refused like unknown ones. */
export const createVendorOrderShipment = defineOperation({
  service: 'orders',
  name: 'create-vendor-order-shipment',
  method: 'POST',
  path: '/vendor/orders/:id/fulfillments/:fulfillment_id/shipments',
  summary: "Ship a fulfillment of one of the seller's orders",
  description: getVendorOrder.description!,
  params: paramsOf(1),
  query: RecordQuery,
  body: z.strictObject(shipment).meta({ example }),
  response: getVendorOrder.response,
  selects: getVendorOrder.selects!,
})

export const orderShipmentOperations = { createOrderShipment, createVendorOrderShipment }

export const shipmentCreated = defineEvent({
  service: 'orders',
  name: 'shipment.created',
  summary: 'A fulfillment of an order was shipped.',
  ids: z.object({
    id: z.string().describe('The fulfillment'),
    order_id: z.string().describe('The order'),
    no_notification: z.string().describe('`true`: do not notify the customer'),
  }),
})

export const orderShipmentEvents = [shipmentCreated]
