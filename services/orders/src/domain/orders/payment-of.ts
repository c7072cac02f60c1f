import { type Payment, type PaymentCollection, SYSTEM_PROVIDER } from '@souk/contracts'
import type { KeptBeside } from './kept-beside.ts'

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

/** Whether the payment can be refunded without calling a provider: it is of the shop's own one, or was only recorded here. */
export const isRefundedHere = (
  { recorded_payments = [] }: Pick<KeptBeside, 'recorded_payments'>,
  { id, provider_id }: Payment,
): boolean => provider_id === SYSTEM_PROVIDER || recorded_payments.includes(id)
