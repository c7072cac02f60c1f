import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'

/** Includes lines removed from their orders and lines of canceled orders, but not yet those that an open edit adds. */
export const findOrderOfLine = defineOperation({
  service: 'orders',
  name: 'find-order-of-line',
  summary: 'Find the order of a seller that has a line',
  body: z.strictObject({ line_item_id: z.string(), seller_id: z.string() }),
  response: z.object({
    order_id: z.string().nullable().describe("Null for lines of drafts and of other sellers' orders, and for unknown ones"),
  }),
})
