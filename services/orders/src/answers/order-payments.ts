import { type BoughtOrder, declared, type Order, StorePaymentCollection } from '@souk/contracts'
import type { Page, Stored } from '@souk/runtime'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

type Paid = Partial<Pick<Order, 'payment_collections'>>

/** The order without those facts of its payments that are for providers and administrators. */
export function withStorePayments<O extends Paid>(order: O): Omit<O, keyof Paid> & Pick<BoughtOrder, keyof Paid> {
  const { payment_collections = [] } = order
  return { ...order, payment_collections: payment_collections.map((one) => declared(StorePaymentCollection, one)) }
}

/** The same of each order that is read with its payments. */
export async function* storePayments(batches: Page<Stored<OrderRecord>>['batches']) {
  for await (const documents of batches)
    yield documents.map((one) => (one.payment_collections ? (withStorePayments(one) as unknown as typeof one) : one))
}
