import { z } from 'zod'
import { Id, IdInput, timestamps } from '../fields/common.ts'
import { DEMONSTRATION } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { FulfillmentStatus, OrderStatus, PaymentStatus } from '../orders/order.ts'
import { COMPANIONS_NOTE, ORDER_COMPANIONS } from '../orders/order-companions.ts'
import { orderSetTotals } from '../orders/order-set.ts'
import { StoreCustomer } from '../orders/store-customer.ts'
import { BoughtOrder } from '../orders/store-order.ts'
import { StorePaymentCollection } from '../orders/store-payment.ts'
import { Cart } from './cart.ts'

/** The orders placed from a cart: one for each seller. */
export const OrderSet = z
  .object({
    id: Id,
    display_id: z.number().describe('That of the first order.'),
    cart_id: Id,
    cart: Cart.pick({
      id: true,
      region_id: true,
      customer_id: true,
      sales_channel_id: true,
      email: true,
      currency_code: true,
      metadata: true,
      completed_at: true,
      created_at: true,
      updated_at: true,
      shipping_address_id: true,
      shipping_address: true,
      billing_address_id: true,
      billing_address: true,
    }).extend({ deleted_at: z.null() }),
    customer_id: Id.nullable(),
    customer: StoreCustomer.nullable(),
    sales_channel_id: Id.nullable(),
    payment_collection_id: Id.nullable().describe('Null if credit paid for everything.'),
    payment_collection: StorePaymentCollection.nullable(),
    orders: z.array(BoughtOrder),
    status: OrderStatus.describe('That of the first order, like payment_status and fulfillment_status.'),
    payment_status: PaymentStatus,
    fulfillment_status: FulfillmentStatus,
    ...orderSetTotals,
    ...timestamps,
  })
  .meta({ id: 'OrderSet' })
export type OrderSet = z.infer<typeof OrderSet>

/**
 * Turns a cart into orders, one for each seller: the first is `order`, all are in `order_set`. Prices are those of the cart.
 * Either everything is done (stock reserved, cards debited, payment authorized, orders placed), or nothing. Concurrent and later
 * repeats answer the same orders. If the payment is not authorized, the answer is the cart, with the error. Each unit of a gift
 * card product becomes a gift card soon afterwards, as in Medusa even before the payment is captured. Goods of an inactive seller
 * are not sold (400): the cart stays open.
 */
export const completeCart = defineOperation({
  service: 'cart',
  name: 'complete-cart',
  method: 'POST',
  path: '/store/carts/:id/complete',
  summary: 'Complete a cart',
  description: COMPANIONS_NOTE,
  params: z.object({ id: IdInput.meta({ description: 'ID of the cart', example: DEMONSTRATION.payable_cart_id }) }),
  response: z.object({
    type: z.enum(['order', 'cart']),
    order: BoughtOrder.optional(),
    order_set: OrderSet.optional(),
    cart: Cart.optional(),
    error: z.object({ message: z.string(), name: z.string(), type: z.string() }).optional(),
  }),
  selects: { key: 'order', schema: BoughtOrder, defaults: 'all', companions: ORDER_COMPANIONS },
  ifMatch: 'none',
  attempt_ms: 8000,
  deadline_ms: 15_000,
})

/** Whether a cart is being completed: true until its orders are placed, or the attempt was abandoned and undone. */
export const findCheckout = defineOperation({
  service: 'cart',
  name: 'find-checkout',
  summary: 'Check whether a cart is being completed',
  body: z.strictObject({ cart_id: z.string(), epoch: z.number().int() }),
  response: z.object({ is_open: z.boolean() }),
})

export const checkoutOperations = { completeCart, findCheckout }
