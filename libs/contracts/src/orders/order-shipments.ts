import { z } from 'zod'
import { IdInput, MetadataInput } from '../fields/common.ts'
import { ListInput } from '../fields/list-input.ts'
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
  items: ListInput(z.object({ id: IdInput, quantity: UnitsInput }), 1000, 'lines').describe(
    'Lines of the order. All that the parcel holds is shipped, whatever is said here.',
  ),
  labels: LabelsInput.optional().describe('Take the place of those there are; none: these stay.'),
}
const example = { items: [], labels: [EXAMPLE_LABEL] }

/** A parcel is on its way: its units count as shipped. */
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
      no_notification: z.boolean().optional().describe('Part of the event: the sender of mails decides.'),
      metadata: MetadataInput.nullish().describe("The fulfillment's."),
    })
    .meta({ example }),
  ...ORDER_ANSWER,
})

/** The same for an order of the caller's seller; others' are refused like those that do not exist. */
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
  summary: 'A parcel of an order is on its way.',
  ids: z.object({
    id: z.string().describe('The fulfillment'),
    order_id: z.string().describe('The order'),
    no_notification: z.string().describe('`true`: the customer is not to be told'),
  }),
})

export const orderShipmentEvents = [shipmentCreated]
