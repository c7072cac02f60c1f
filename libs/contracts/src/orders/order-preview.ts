import { z } from 'zod'
import { asked, Id } from '../fields/common.ts'
import { Order, orderShape } from './order.ts'
import { OrderChange } from './order-change.ts'

const ChangedOrder = Order.partial().extend({ id: Id }).meta({ id: 'ChangedOrder' })

/** The change of a previewed order, which names the order. */
const PreviewedChange = OrderChange.extend({
  order: asked(() => ChangedOrder).describe('Only its id unless requested with `fields`.'),
}).meta({ id: 'PreviewedChange' })

/** An order as it would be after its pending change. The order itself is not changed. */
export const OrderPreview = z
  .object({
    ...orderShape,
    order_change: PreviewedChange.nullable().describe('The pending change; null if there is none.'),
  })
  .meta({ id: 'OrderPreview' })
export type OrderPreview = z.infer<typeof OrderPreview>

/** The same for an order that is only looked at: as at the peer, no field stands for a change that there is not. */
export const PreviewedOrder = OrderPreview.extend({
  order_change: PreviewedChange.optional().describe('The pending change; left out if there is none.'),
}).meta({ id: 'PreviewedOrder' })
export type PreviewedOrder = z.infer<typeof PreviewedOrder>
