import type { DecisionContext, Payment, PaymentCollection, PaymentSession } from '@souk/contracts'
import { exactSum } from '@souk/totals'
import type { CartRecord } from '../carts/cart.ts'
import { PaymentProblem } from './checkout.ts'

type Context = Pick<DecisionContext, 'newId' | 'now'>

/** This provider moves no money outside of this system: its records are all that happens. */
const OWN_PROVIDER = 'pp_system_default'

/**
 * The cart's payment collection with the session's payment, nothing of it captured; where nothing is to be paid, or the payment
 * was authorized before, the very same. Other providers than our own would be asked here: there are none.
 * @throws PaymentProblem where the provider cannot be asked
 */
export function authorizedPayment(
  { payment_collection: collection }: Pick<CartRecord, 'payment_collection'>,
  session: PaymentSession | undefined,
  context: Context,
): PaymentCollection | null {
  if (!collection || !session) return collection
  const { now } = context
  if (session.status === 'authorized' || session.status === 'captured') return collection
  if (session.status === 'pending_authorization') return { ...collection, status: 'awaiting', updated_at: now }
  if (session.provider_id !== OWN_PROVIDER)
    throw new PaymentProblem('Payment authorization failed', 'payment_authorization_error')
  const payment = paymentOf(session, context)
  const authorized = { ...session, status: 'authorized' as const, authorized_at: now, payment, updated_at: now }
  const authorized_amount = Number(exactSum([collection.authorized_amount ?? 0, payment.amount]))
  return {
    ...collection,
    payment_sessions: collection.payment_sessions.map((one) => (one.id === session.id ? authorized : one)),
    payments: [...collection.payments, payment],
    authorized_amount,
    captured_amount: collection.captured_amount ?? 0,
    refunded_amount: collection.refunded_amount ?? 0,
    status: authorized_amount >= collection.amount ? 'authorized' : 'partially_authorized',
    updated_at: now,
  }
}

const paymentOf = (session: PaymentSession, { newId, now }: Context): Payment => ({
  id: newId('pay'),
  amount: session.amount,
  currency_code: session.currency_code,
  provider_id: session.provider_id,
  data: session.data,
  payment_collection_id: session.payment_collection_id,
  payment_session_id: session.id,
  authorized_amount: session.amount,
  captured_amount: 0,
  refunded_amount: 0,
  captured_at: null,
  canceled_at: null,
  captures: [],
  refunds: [],
  metadata: null,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})
