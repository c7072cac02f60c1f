import {
  type DecisionContext,
  type PaymentCollection,
  type PaymentSession,
  SYSTEM_PROVIDER,
  withAuthorized,
} from '@souk/contracts'
import { exactSum } from '@souk/totals'
import type { CartRecord } from '../carts/cart.ts'
import { PaymentProblem } from './checkout.ts'

/**
 * The cart's payment collection with the session's payment authorized, and nothing captured; the same object if nothing is to be
 * paid, or the payment was authorized before. Payment providers would be called here, but there is only the system's own.
 * @throws PaymentProblem for a provider that cannot be called
 */
export function authorizedPayment(
  { payment_collection: collection }: Pick<CartRecord, 'payment_collection'>,
  session: PaymentSession | undefined,
  context: DecisionContext,
): PaymentCollection | null {
  if (!collection || !session) return collection
  if (session.status === 'authorized' || session.status === 'captured') return collection
  if (session.status === 'pending_authorization') return { ...collection, status: 'awaiting', updated_at: context.now }
  if (session.provider_id !== SYSTEM_PROVIDER)
    throw new PaymentProblem('Payment authorization failed', 'payment_authorization_error')
  const amount = Number(exactSum([collection.authorized_amount ?? 0, session.amount]))
  const { captured_amount, refunded_amount } = collection
  return {
    ...withAuthorized(collection, session, amount, context),
    captured_amount: captured_amount ?? 0,
    refunded_amount: refunded_amount ?? 0,
  }
}
