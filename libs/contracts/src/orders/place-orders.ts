import { z } from 'zod'
import { Address } from '../cart/address.ts'
import { CartCreditLine } from '../cart/credit-line.ts'
import type { LineItem } from '../cart/line-item.ts'
import { Promotion } from '../cart/promotion.ts'
import { CartShippingMethod } from '../cart/shipping-method.ts'
import { Metadata } from '../fields/common.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { Region } from '../pricing/region.ts'
import { SalesChannel } from '../pricing/sales-channel.ts'
import { Order } from './order.ts'
import { OrderSetOfOrder } from './order-set.ts'
import { PaymentCollection } from './payment.ts'

/** With the snapshot of its product, stored as in the cart. */
const Line = z.looseObject({ id: z.string() }) as unknown as z.ZodType<LineItem>

/** The part of a cart that becomes the order of one seller; its lines and shipping methods have the ids they get there. */
export const OrderToPlace = z.strictObject({
  id: z.string().startsWith('order_').describe('The same in every attempt to place the cart'),
  seller_id: z.string().nullable().describe('Null for items of the marketplace itself'),
  items: z.array(Line),
  shipping_methods: z.array(CartShippingMethod),
  credit_lines: z.array(CartCreditLine),
  payment_collection: PaymentCollection.nullable(),
})
export type OrderToPlace = z.infer<typeof OrderToPlace>

/**
 * Places all orders of a cart, each once: existing ones stay unchanged, so a repeat answers the same orders. They get their
 * readable numbers in the given order. The answer leaves out their customer.
 */
export const placeOrders = defineOperation({
  service: 'orders',
  name: 'place-orders',
  summary: 'Place the orders of a cart',
  body: z.strictObject({
    cart_id: z.string(),
    placed_at: z.iso.datetime(),
    email: z.string().nullable(),
    currency_code: z.string(),
    locale: z.string().nullable(),
    region: Region.nullable(),
    customer_id: z.string().nullable(),
    sales_channel_id: z.string().nullable(),
    sales_channel: SalesChannel.nullable(),
    shipping_address: Address.nullable(),
    billing_address: Address.nullable(),
    promotions: z.array(Promotion),
    metadata: Metadata,
    orders: z.array(OrderToPlace).min(1),
    are_new: z
      .boolean()
      .optional()
      .describe('Whether the caller knows of no earlier attempt: then it is not looked for one first; default false'),
  }),
  response: z.object({
    orders: z.array(Order),
    order_set: OrderSetOfOrder.optional().describe("The first order's; absent from replicas that predate order sets"),
  }),
  attempt_ms: 5000,
})

/** The seller and the customer of an order; null if it does not exist. */
export const findPlacedOrder = defineOperation({
  service: 'orders',
  name: 'find-placed-order',
  summary: 'Find the seller and the customer of an order',
  body: z.strictObject({ order_id: z.string() }),
  response: z.object({
    order: z
      .object({
        seller_id: z.string().nullable().describe('Null for an order of the marketplace itself'),
        customer_name: z.string().nullable().describe("The customer's, or that of the address if the customer has none"),
      })
      .nullable(),
  }),
})

export const orderPlacingOperations = { placeOrders, findPlacedOrder }

export const orderPlaced = defineEvent({
  service: 'orders',
  name: 'order.placed',
  summary: 'An order was placed from a cart (one per seller, if it has several) or from a draft order.',
  ids: z.object({ id: z.string().describe('The order') }),
})
export const orderPlacingEvents = [orderPlaced]
