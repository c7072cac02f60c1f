import type { DecisionContext } from '../operation/decision-context.ts'
import type { Payment, PaymentCollection, PaymentSession } from './payment.ts'

/** This provider moves no money outside this system: it only keeps records. */
export const SYSTEM_PROVIDER = 'pp_system_default'

/** A payment collection for an amount, without a session. */
export const newPaymentCollection = (
  { amount, currency_code }: Pick<PaymentCollection, 'amount' | 'currency_code'>,
  { newId, now }: DecisionContext,
): PaymentCollection => ({
  id: newId('pay_col'),
  currency_code,
  amount,
  status: 'not_paid',
  authorized_amount: null,
  captured_amount: null,
  refunded_amount: null,
  completed_at: null,
  payment_providers: [],
  payment_sessions: [],
  payments: [],
  metadata: null,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})

/** The payment of an authorized session, of which nothing is captured yet. */
export const newPayment = (
  session: Pick<PaymentSession, 'id' | 'amount' | 'currency_code' | 'provider_id' | 'data' | 'payment_collection_id'>,
  { newId, now }: DecisionContext,
): Payment => ({
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

/** The collection with only this session, of which nothing is authorized yet. */
export const withSession = (
  collection: PaymentCollection,
  begun: Pick<PaymentSession, 'id' | 'amount' | 'currency_code' | 'provider_id' | 'status' | 'data' | 'context'>,
  { now }: Pick<DecisionContext, 'now'>,
): PaymentCollection => ({
  ...collection,
  payment_sessions: [
    {
      ...begun,
      authorized_at: null,
      payment_collection_id: collection.id,
      payment: null,
      metadata: {},
      created_at: now,
      updated_at: now,
      deleted_at: null,
    },
  ],
})

/**
 * The collection with the payment of one of its sessions appended, of which nothing is captured.
 * @param authorized_amount of all its payments
 */
export function withAuthorized(
  collection: PaymentCollection,
  session: PaymentSession,
  authorized_amount: number,
  context: DecisionContext,
): PaymentCollection {
  const { now } = context
  const payment = newPayment(session, context)
  const authorized = { ...session, status: 'authorized' as const, authorized_at: now, payment, updated_at: now }
  return {
    ...collection,
    payment_sessions: collection.payment_sessions.map((one) => (one.id === session.id ? authorized : one)),
    payments: [...collection.payments, payment],
    authorized_amount,
    status: authorized_amount >= collection.amount ? 'authorized' : 'partially_authorized',
    updated_at: now,
  }
}
