import { z } from 'zod'
import { Id, IdInput, timestamps } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { StoreSeller } from '../sellers/store-seller.ts'
import { FulfillmentStatus, OrderStatus, PaymentStatus } from './order.ts'
import { OrderSetOfOrder, orderSetTotals } from './order-set.ts'
import { StoreCustomer } from './store-customer.ts'
import { BoughtOrder } from './store-order.ts'
import { StorePaymentCollection } from './store-payment.ts'

const OrderOfSet = BoughtOrder.extend({
  seller: StoreSeller.nullable().describe('Null for an order of the marketplace itself.'),
}).meta({ id: 'OrderOfSet' })

/** Orders from one cart, as shown to their customer. */
export const StoreOrderSet = OrderSetOfOrder.extend({
  cart_id: Id.nullable().describe(
    'Null if none of its orders was created from a cart, or they are older than this field, and once one of them has another version, for example because it was transferred.',
  ),
  customer_id: Id.nullable(),
  customer: StoreCustomer.nullable(),
  sales_channel_id: Id.nullable(),
  payment_collection_id: Id.nullable().describe('Null if the cart had none.'),
  payment_collection: StorePaymentCollection.nullable().describe(
    "The cart's, with the combined amounts and payments of the collections of all its orders.",
  ),
  orders: z.array(OrderOfSet).describe('In the order in which they were placed.'),
  status: OrderStatus.describe('The status that all of its orders share; otherwise pending or requires_action.'),
  payment_status: PaymentStatus.describe('Payment status of all of its orders combined.'),
  fulfillment_status: FulfillmentStatus.describe('Fulfillment status of all of its orders combined.'),
  ...orderSetTotals,
  ...timestamps,
  updated_at: timestamps.updated_at.describe('When one of its orders last changed.'),
}).meta({ id: 'StoreOrderSet' })
export type StoreOrderSet = z.infer<typeof StoreOrderSet>

const OWN_ALONE =
  'Unlike in Mercur, a set is visible only to the customer who owns its orders; if one of them was transferred, each customer sees their own orders in the set.'

/** Determined by their first orders: a set whose first order now belongs to another customer is only found by its id. */
export const listOwnOrderSets = defineOperation({
  service: 'orders',
  name: 'list-own-order-sets',
  method: 'GET',
  path: '/store/order-set',
  customersOnly: true,
  summary: "List the current customer's order sets",
  description: `An order set contains the orders created from one cart, one per seller. An order that was not created from a cart is a set of its own. ${OWN_ALONE}`,
  query: listQuery(StoreOrderSet, {
    sort: ['created_at', 'display_id'],
    key: 'display_id',
    limit: 50,
    deleted: 'hidden',
    order: OLDEST_FIRST,
  }),
  response: listResponse('order_sets', StoreOrderSet),
  selects: { key: 'order_sets', schema: StoreOrderSet, defaults: 'all' },
})

/** A set without an order of the customer is refused like an unknown one. */
export const getOwnOrderSet = defineOperation({
  service: 'orders',
  name: 'get-own-order-set',
  method: 'GET',
  path: '/store/order-set/:id',
  customersOnly: true,
  summary: 'Get an order set of the current customer',
  description: OWN_ALONE,
  params: z.object({ id: IdInput.meta({ description: 'ID of the order set', example: demonstrationId('ordset', 1) }) }),
  query: RecordQuery,
  response: z.object({ order_set: StoreOrderSet }),
  selects: { key: 'order_set', schema: StoreOrderSet, defaults: 'all' },
})

export const orderSetOperations = { listOwnOrderSets, getOwnOrderSet }
