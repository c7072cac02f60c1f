import { type BoughtOrder, type Order, storePayments } from '@souk/contracts'
import type { ReadOrder } from './each-order.ts'

type Paid = Partial<Pick<Order, 'payment_collections'>>

/** The order without facts of its payments that are only for providers and administrators. */
export function withStorePayments<O extends Paid>(order: O): Omit<O, keyof Paid> & Pick<BoughtOrder, keyof Paid> {
  const { payment_collections = [] } = order
  return { ...order, payment_collections: storePayments(payment_collections) }
}

/** The same for an order of a list, if its payments were read. */
export const withReadPayments = (order: ReadOrder): object => (order.payment_collections ? withStorePayments(order) : order)
