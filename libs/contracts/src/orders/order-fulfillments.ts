import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { Order } from './order.ts'
import { COMPANIONS_NOTE, ORDER_COMPANIONS } from './order-companions.ts'
import { getVendorOrder } from './vendor-orders.ts'

const paramsOf = (order: number, fulfillment: number) =>
  z.object({
    id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', order) }),
    fulfillment_id: IdInput.meta({ description: 'ID of the fulfillment', example: demonstrationId('ful', fulfillment) }),
  })

/** A parcel has arrived: its units count as delivered. */
export const markOrderFulfillmentAsDelivered = defineOperation({
  service: 'orders',
  name: 'mark-order-fulfillment-as-delivered',
  method: 'POST',
  path: '/admin/orders/:id/fulfillments/:fulfillment_id/mark-as-delivered',
  summary: 'Mark a fulfillment of an order as delivered',
  description: COMPANIONS_NOTE,
  params: paramsOf(6, 1600),
  response: z.object({ order: Order }),
  selects: { key: 'order', schema: Order, defaults: 'all', companions: ORDER_COMPANIONS },
})

/** The same for an order of the caller's seller; others' are refused like those that do not exist. */
export const markVendorOrderFulfillmentAsDelivered = defineOperation({
  service: 'orders',
  name: 'mark-vendor-order-fulfillment-as-delivered',
  method: 'POST',
  path: '/vendor/orders/:id/fulfillments/:fulfillment_id/mark-as-delivered',
  summary: "Mark a fulfillment of one of the seller's orders as delivered",
  description: getVendorOrder.description!,
  params: paramsOf(9, 1901),
  query: RecordQuery,
  response: getVendorOrder.response,
  selects: getVendorOrder.selects!,
})

export const orderFulfillmentOperations = { markOrderFulfillmentAsDelivered, markVendorOrderFulfillmentAsDelivered }

export const deliveryCreated = defineEvent({
  service: 'orders',
  name: 'delivery.created',
  summary: 'A parcel of an order has arrived.',
  ids: z.object({ id: z.string().describe('The fulfillment'), order_id: z.string().describe('The order') }),
})

export const orderFulfillmentEvents = [deliveryCreated]
