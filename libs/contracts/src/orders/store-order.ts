import { z } from 'zod'
import { asked } from '../fields/common.ts'
import { declared, hidden } from '../fields/declared.ts'
import { OrderReview } from '../sellers/review.ts'
import { Order } from './order.ts'
import { OrderGiftCard, StoreOrderGiftCard } from './order-gift-card.ts'
import { StoreOrderItem } from './order-item.ts'
import { askedSeller } from './order-seller.ts'
import { askedOrderSet } from './order-set.ts'
import { StoreCustomer } from './store-customer.ts'
import { StorePaymentCollection } from './store-payment.ts'
import { Fulfillment } from './transaction.ts'

/** A parcel as storefronts show it. */
export const StoreFulfillment = Fulfillment.omit({ provider: true, shipping_option: true })
  .extend({
    created_by: hidden().optional(),
    marked_shipped_by: hidden().optional(),
  })
  .meta({ id: 'StoreFulfillment' })

/** The parcels of an order as storefronts show them: without the ids of administrators and members. */
export const storeParcels = (fulfillments: Order['fulfillments']) => fulfillments.map((one) => declared(StoreFulfillment, one))

/** An order as storefronts show it to its customer. */
export const BoughtOrder = Order.extend({
  items: z.array(StoreOrderItem),
  customer: StoreCustomer.nullable(),
  payment_collections: z.array(StorePaymentCollection),
  fulfillments: z.array(StoreFulfillment),
}).meta({ id: 'BoughtOrder' })
export type BoughtOrder = z.infer<typeof BoughtOrder>

/** The same in a customer's list of their own orders. */
export const ListedBoughtOrder = BoughtOrder.extend({
  seller: askedSeller(),
  order_set: askedOrderSet(),
  gift_cards: asked((): z.ZodType => z.array(OrderGiftCard))
    .optional()
    .describe('The gift cards that paid for it, if requested with `fields`.'),
  reviews: asked((): z.ZodType => z.array(OrderReview))
    .optional()
    .describe('Reviews of its seller and its products, if requested with `fields`.'),
}).meta({ id: 'ListedBoughtOrder' })

/** An order as a storefront shows it to anybody with its id, or with a token of its transfer, not only to its customer. */
export const StoreOrder = BoughtOrder.omit({ customer: true, metadata: true }).meta({ id: 'StoreOrder' })
export type StoreOrder = z.infer<typeof StoreOrder>

/** A single order, as a storefront shows it to anybody with its id. */
export const ReadStoreOrder = StoreOrder.extend({
  seller: askedSeller(),
  order_set: askedOrderSet(),
  gift_cards: asked((): z.ZodType => z.array(StoreOrderGiftCard))
    .optional()
    .describe('The gift cards that paid for it. Absent unless requested with `fields`.'),
}).meta({ id: 'ReadStoreOrder' })
export type ReadStoreOrder = z.infer<typeof ReadStoreOrder>
