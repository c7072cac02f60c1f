import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { SalesChannel } from '../pricing/sales-channel.ts'
import { StoreSeller } from '../sellers/store-seller.ts'
import { Customer } from './customer.ts'
import { Order } from './order.ts'
import { StoreOrderSet } from './order-sets.ts'
import { PaymentCollection } from './payment.ts'

/** Without addresses: a customer may have many, and a page of sets would repeat them with each order. */
const CustomerOfSet = Customer.omit({ addresses: true }).meta({ id: 'CustomerOfSet' })

const AdminOrderOfSet = Order.extend({
  customer: CustomerOfSet.nullable(),
  seller: StoreSeller.nullable().describe('Public data of the seller; null for an order of the marketplace itself.'),
}).meta({ id: 'AdminOrderOfSet' })

/** Orders from one cart, as shown to administrators. */
export const AdminOrderSet = StoreOrderSet.extend({
  customer: CustomerOfSet.nullable().describe('That of the first order.'),
  sales_channel: SalesChannel.nullable(),
  payment_collection: PaymentCollection.nullable().describe(
    "The cart's, with the combined amounts and payments of the collections of all its orders.",
  ),
  orders: z.array(AdminOrderOfSet).describe('In the order in which they were placed.'),
}).meta({ id: 'AdminOrderSet' })
export type AdminOrderSet = z.infer<typeof AdminOrderSet>

/** Without drafts. A set whose first order was deleted is no longer listed, but still found by its id and by its sellers. */
export const listOrderSets = defineOperation({
  service: 'orders',
  name: 'list-order-sets',
  method: 'GET',
  path: '/admin/order-sets',
  summary: 'List order sets',
  description:
    'An order set contains the orders created from one cart, one per seller; `order_id` finds the sets of these orders, and `seller_id` those with an order of one of these sellers. An order that was not created from a cart is a set of its own.',
  query: listQuery(AdminOrderSet, {
    sort: ['created_at', 'display_id'],
    filter: ['sales_channel_id', 'created_at'],
    values: ['order_id', 'seller_id'],
    key: 'display_id',
    limit: 50,
    deleted: 'hidden',
  }),
  response: listResponse('order_sets', AdminOrderSet),
  selects: { key: 'order_sets', schema: AdminOrderSet, defaults: 'all' },
})

/** A single one. */
export const getOrderSet = defineOperation({
  service: 'orders',
  name: 'get-order-set',
  method: 'GET',
  path: '/admin/order-sets/:id',
  summary: 'Get an order set',
  params: z.object({ id: IdInput.meta({ description: 'ID of the order set', example: demonstrationId('ordset', 1) }) }),
  query: RecordQuery,
  response: z.object({ order_set: AdminOrderSet }),
  selects: { key: 'order_set', schema: AdminOrderSet, defaults: 'all' },
})

export const adminOrderSetOperations = { listOrderSets, getOrderSet }
