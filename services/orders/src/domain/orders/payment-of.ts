import type { Payment, PaymentCollection } from '@souk/contracts'

export interface FoundPayment {
  collection: PaymentCollection
  payment: Payment
}

/** A payment of the order, which it is known to have, and the collection that it is of. */
export function paymentOf(
  { payment_collections }: { payment_collections: readonly PaymentCollection[] },
  payment_id: string,
): FoundPayment {
  const collection = payment_collections.find(({ payments }) => payments.some(({ id }) => id === payment_id))!
  return { collection, payment: collection.payments.find(({ id }) => id === payment_id)! }
}
