import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'
import { findOrderShipment } from './find-order-shipment.ts'

/**
 * The lines of an order with the units that are still to be sent, none of canceled orders, drafts, and those that there are
 * not; and the parcels that it has.
 */
export const findUnsentLines = defineOperation({
  service: 'orders',
  name: 'find-unsent-lines',
  summary: 'Find what of an order is still to be sent',
  body: z.strictObject({ order_id: z.string() }),
  response: z.object({
    lines: z.array(z.object({ line_item_id: z.string(), quantity: z.number() })),
    fulfillments: z.array(z.object({ id: z.string(), is_canceled: z.boolean() })),
  }),
})

export const orderLookupOperations = { findUnsentLines, findOrderShipment }
