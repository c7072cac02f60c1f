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
 * The order with a session for all that the payment collection asks for, in the place of those that it had: nobody waits for
 * their money any more.
 * @throws not_found when the collection was deleted; invalid_data when the order is canceled, and for a provider that would have
 * to be asked; not_allowed when the collection is paid, authorized, or given up
 */
export function beginSession(
  order: OrderRecord,
  collection_id: string,
  wanted: Pick<PaymentSession, 'provider_id' | 'data' | 'context'>,
  context: Pick<DecisionContext, 'newId' | 'now'>,
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
