import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { Order } from './order.ts'
import { COMPANIONS_NOTE, ORDER_COMPANIONS } from './order-companions.ts'

/** A parcel has arrived: its units count as delivered. */
export const markOrderFulfillmentAsDelivered = defineOperation({
  service: 'orders',
  name: 'mark-order-fulfillment-as-delivered',
  method: 'POST',
  path: '/admin/orders/:id/fulfillments/:fulfillment_id/mark-as-delivered',
  summary: 'Mark a fulfillment of an order as delivered',
  description: COMPANIONS_NOTE,
  params: z.object({
    id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', 6) }),
    fulfillment_id: IdInput.meta({ description: 'ID of the fulfillment', example: demonstrationId('ful', 1600) }),
  }),
  response: z.object({ order: Order }),
  selects: { key: 'order', schema: Order, defaults: 'all', companions: ORDER_COMPANIONS },
})

export const orderFulfillmentOperations = { markOrderFulfillmentAsDelivered }

export const deliveryCreated = defineEvent({
  service: 'orders',
  name: 'delivery.created',
  summary: 'A parcel of an order has arrived.',
  ids: z.object({ id: z.string().describe('The fulfillment'), order_id: z.string().describe('The order') }),
})

export const orderFulfillmentEvents = [deliveryCreated]
