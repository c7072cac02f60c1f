import type { Payment, PaymentCollection } from '@souk/contracts'

export interface FoundPayment {
  collection: PaymentCollection
  payment: Payment
}

/** A payment that the order is known to have, and its collection. */
export function paymentOf(
  { payment_collections }: { payment_collections: readonly PaymentCollection[] },
  payment_id: string,
): FoundPayment {
  const collection = payment_collections.find(({ payments }) => payments.some(({ id }) => id === payment_id))!
  return { collection, payment: collection.payments.find(({ id }) => id === payment_id)! }
}
