import type { DecisionContext, Payment, PaymentSession } from '@souk/contracts'

/** The payment that a session becomes once it is authorized: nothing of it is captured yet. */
export const newPayment = (
  session: Pick<PaymentSession, 'id' | 'amount' | 'currency_code' | 'provider_id' | 'data' | 'payment_collection_id'>,
  { newId, now }: Pick<DecisionContext, 'newId' | 'now'>,
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
