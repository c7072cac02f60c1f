import { z } from 'zod'
import { adjustment } from '../cart/line-item.ts'
import { shippingMethod } from '../cart/shipping-method.ts'
import { fieldTraits, Id, softDeletable } from '../fields/common.ts'
import { OrderChangeAction } from './order-change-action.ts'
import { adjustedOrder } from './order-item.ts'

/** The part of the order's history that a shipping method belongs to. */
export const OrderShippingMethodDetail = z
  .object({
    id: Id,
    shipping_method_id: Id,
    order_id: Id,
    version: z.number().describe('The version of the order it belongs to.'),
    claim_id: Id.nullable(),
    exchange_id: Id.nullable(),
    return_id: Id.nullable(),
    ...softDeletable,
  })
  .meta({ id: 'OrderShippingMethodDetail' })
  .register(fieldTraits, { along: 'plain' })
export type OrderShippingMethodDetail = z.infer<typeof OrderShippingMethodDetail>

export const OrderShippingAdjustment = z
  .object({ ...adjustment, ...adjustedOrder, shipping_method_id: Id })
  .meta({ id: 'OrderShippingAdjustment' })
export type OrderShippingAdjustment = z.infer<typeof OrderShippingAdjustment>

export const OrderShippingMethod = z
  .object({
    ...shippingMethod,
    order_id: Id,
    adjustments: z.array(OrderShippingAdjustment),
    detail: OrderShippingMethodDetail,
    actions: z.array(OrderChangeAction).describe('Actions of the pending change that affect this method.'),
  })
  .meta({ id: 'OrderShippingMethod' })
export type OrderShippingMethod = z.infer<typeof OrderShippingMethod>
