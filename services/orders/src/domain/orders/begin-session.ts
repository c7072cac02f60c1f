import {
  type DecisionContext,
  invalidData,
  notAllowed,
  notFound,
  type PaymentSession,
  SYSTEM_PROVIDER,
  withSession,
} from '@souk/contracts'
import { assertNotCanceled } from '../order-changes/active-change.ts'
import { withCollections } from './ask-for-payment.ts'
import { isOpen } from './payment-collections.ts'
import type { OrderRecord } from './stored-order.ts'

/**
 * Gives the payment collection a session for all that it requests, in place of its previous sessions, which are void.
 * @throws not_found if the collection was deleted; invalid_data if the order is canceled, and for a provider that would have to
 * be called; not_allowed if the collection is paid, authorized, or canceled
 */
export function beginSession(
  order: OrderRecord,
  collection_id: string,
  wanted: Pick<PaymentSession, 'provider_id' | 'data' | 'context'>,
  context: DecisionContext,
): OrderRecord {
  const collection = order.payment_collections.find(({ id }) => id === collection_id)
  if (!collection) throw notFound(`PaymentCollection id not found: ${collection_id}`)
  assertNotCanceled(order)
  if (!isOpen(collection))
    throw notAllowed(`Payment collection ${collection_id} is ${collection.status}: no payment session can begin`)
  if (wanted.provider_id !== SYSTEM_PROVIDER)
    throw invalidData(`Unable to retrieve the payment provider with id: ${wanted.provider_id}`)
  const { amount, currency_code } = collection
  const facts = { id: context.newId('payses'), amount, currency_code, status: 'pending' as const, ...wanted }
  const begun = { ...withSession(collection, facts, context), status: 'not_paid' as const, updated_at: context.now }
  return withCollections(
    order,
    order.payment_collections.map((one) => (one === collection ? begun : one)),
    context,
  )
}
