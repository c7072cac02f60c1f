import { z } from 'zod'
import { orderShape } from './order.ts'
import { OrderChange } from './order-change.ts'

/** An order as it would be after its pending change. The order itself is not changed. */
export const OrderPreview = z
  .object({
    ...orderShape,
    order_change: OrderChange.optional().describe('The pending change; left out if there is none, as at the peer.'),
  })
  .meta({ id: 'OrderPreview' })
export type OrderPreview = z.infer<typeof OrderPreview>
