import { type BoughtOrder, type Order, storeOrderItem, storePayments } from '@souk/contracts'
import type { ReadOrder } from './each-order.ts'

type Guarded = Pick<Order, 'payment_collections' | 'items'>

/**
 * The order as storefronts and sellers may see it: without facts of its payments that are only for providers and administrators,
 * and without the id of its cart, with which anybody can read the orders of the cart's other sellers.
 */
export function outsideOrder<O extends Guarded>(order: O): Omit<O, keyof Guarded> & Pick<BoughtOrder, keyof Guarded> {
  const { payment_collections = [], items } = order
  return { ...order, payment_collections: storePayments(payment_collections), items: items.map(storeOrderItem) }
}

/** The same for an order of a list, which may have been read without payments or items. */
export const readOutsideOrder = (order: ReadOrder): object => ({
  ...order,
  ...(order.payment_collections && { payment_collections: storePayments(order.payment_collections) }),
  ...(order.items && { items: order.items.map(storeOrderItem) }),
})
