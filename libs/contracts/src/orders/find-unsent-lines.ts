import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'
import { findBoughtGoods } from './find-bought-goods.ts'
import { findOrderOfLine } from './find-order-of-line.ts'
import { findOrderShipment } from './find-order-shipment.ts'

/**
 * The lines of an order with the units that are still to be sent (none for canceled orders, drafts and unknown ones), its
 * parcels, and the goods that a change of it has taken in.
 */
export const findUnsentLines = defineOperation({
  service: 'orders',
  name: 'find-unsent-lines',
  summary: 'Find the items of an order still to be sent',
  body: z.strictObject({
    order_id: z.string(),
    order_change_id: z.string().optional().describe('A change that received goods, if it was confirmed'),
  }),
  response: z.object({
    lines: z.array(z.object({ line_item_id: z.string(), quantity: z.number() })),
    fulfillments: z.array(z.object({ id: z.string(), is_canceled: z.boolean() })),
    restock_id: z.string().nullable().describe('Identifies the goods that the change received; null for none'),
  }),
})

export const orderLookupOperations = { findUnsentLines, findOrderOfLine, findOrderShipment, findBoughtGoods }
