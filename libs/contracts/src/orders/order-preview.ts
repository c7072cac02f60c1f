import { z } from 'zod'
import { Id } from '../fields/common.ts'
import { orderShape } from './order.ts'
import { OrderChange } from './order-change.ts'

/** An order as it would be after its pending change. The order itself is not changed. */
export const OrderPreview = z
  .object({
    ...orderShape,
    order_change: OrderChange.nullable().describe('The pending change; null if there is none.'),
  })
  .meta({ id: 'OrderPreview' })
export type OrderPreview = z.infer<typeof OrderPreview>

/** The same for an order that is only looked at: as at the peer, no field stands for a change that there is not. */
export const PreviewedOrder = OrderPreview.extend({
  order_change: OrderChange.optional().describe('The pending change; left out if there is none.'),
}).meta({ id: 'PreviewedOrder' })
export type PreviewedOrder = z.infer<typeof PreviewedOrder>

/** An order as it stands, with the change that begins. */
export const BegunOrder = OrderPreview.extend({
  order_change: OrderChange.extend({ order: z.object({ id: Id }) })
    .meta({ id: 'BegunChange' })
    .nullable()
    .describe('The change that begins; null if it is closed by now.'),
}).meta({ id: 'BegunOrder' })
export type BegunOrder = z.infer<typeof BegunOrder>
