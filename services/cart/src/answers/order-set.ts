import {
  type BoughtOrder,
  declared,
  type Order,
  type OrderSet,
  type OrderSetOfOrder,
  StorePaymentCollection,
  storeOrderItem,
  storeParcels,
  storePayments,
} from '@souk/contracts'
import { orderSetTotals } from '@souk/totals'
import type { CartRecord } from '../domain/carts/cart.ts'
import { storeCustomer } from './cart.ts'

/** An order that was just placed, as shown to anybody who has the id of its cart. */
export const boughtOrder = (order: Order): BoughtOrder => ({
  ...order,
  items: order.items.map(storeOrderItem),
  customer: storeCustomer(order.customer),
  payment_collections: storePayments(order.payment_collections),
  fulfillments: storeParcels(order.fulfillments),
})

/** The orders of a completed cart as Mercur's clients expect them. */
export function orderSetOf(cart: CartRecord, orders: readonly BoughtOrder[], set: OrderSetOfOrder): OrderSet {
  const { id, customer_id, customer, sales_channel_id, currency_code, payment_collection, completed_at } = cart
  const { status, payment_status, fulfillment_status } = orders[0]!
  return {
    ...set,
    cart_id: id,
    cart: {
      id,
      customer_id,
      sales_channel_id,
      currency_code,
      completed_at,
      deleted_at: null,
      region_id: cart.region_id,
      email: cart.email,
      metadata: cart.metadata,
      shipping_address_id: cart.shipping_address_id,
      shipping_address: cart.shipping_address,
      billing_address_id: cart.billing_address_id,
      billing_address: cart.billing_address,
      created_at: cart.created_at,
      updated_at: cart.updated_at,
    },
    customer_id,
    customer: storeCustomer(customer),
    sales_channel_id,
    payment_collection_id: payment_collection?.id ?? null,
    payment_collection: declared(StorePaymentCollection.nullable(), payment_collection),
    orders: [...orders],
    status,
    payment_status,
    fulfillment_status,
    currency_code,
    ...orderSetTotals(orders),
    updated_at: set.created_at,
  }
}
