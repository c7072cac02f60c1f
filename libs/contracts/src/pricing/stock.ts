import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'

const order_id = z.string().min(1).max(256)
const version = z.number().int().nonnegative().describe('Of the order, once it has changed so')

/**
 * Holds the stock that an order is about to need beyond what it holds, all of it or nothing, and remembers that the order may change:
 * what the change leaves is told by `settle-stock`, or asked of the order where nobody tells it. Repeating it is harmless. Refused (400)
 * as the peers refuse what is not in stock.
 */
export const claimStock = defineOperation({
  service: 'pricing',
  name: 'claim-stock',
  summary: 'Hold stock for lines of an order that is about to change',
  body: z.strictObject({
    order_id,
    version,
    sales_channel_id: z.string().nullable().describe('Its locations come first; null: any location'),
    lines: z.array(
      z.strictObject({
        line_item_id: z.string(),
        variant_id: z.string(),
        present: z.number().describe('Units that are still to be sent, as the order stands'),
        wanted: z.number().describe('The same once it has changed'),
      }),
    ),
  }),
  response: z.object({ order_id: z.string() }),
  attempt_ms: 3000,
})

/** Makes the reservations of claimed lines what the order needs by now. Nothing where nothing is claimed. Repeating it is harmless. */
export const settleStock = defineOperation({
  service: 'pricing',
  name: 'settle-stock',
  summary: 'Adjust the reservations of an order that has changed',
  body: z.strictObject({
    order_id,
    version,
    lines: z
      .array(z.strictObject({ line_item_id: z.string(), quantity: z.number() }))
      .describe('Units that are still to be sent; none of lines that are missing'),
  }),
  response: z.object({ order_id: z.string() }),
  attempt_ms: 3000,
})

export const stockOperations = { claimStock, settleStock }
