import { type Payment, type PaymentCollection, type PaymentSession, SYSTEM_PROVIDER } from '@souk/contracts'
import { roundToMinorUnits } from '@souk/totals'
import { ids, SEEDED_AT, seededId } from './ids.ts'
import { keptReasons } from './reasons.ts'
import { seededDates } from './records.ts'

/** A payment of a cart as far as it can go before the cart is completed: authorized, partly captured, and partly refunded. */
export function seededPaymentCollection({ total, currency_code }: { total: number; currency_code: string }): PaymentCollection {
  const amount = roundToMinorUnits(total, currency_code)
  const payment_collection_id = seededId('pay_col', 500)
  const payment_session_id = seededId('payses', 500)
  const payment: Payment = {
    id: seededId('pay', 500),
    amount,
    currency_code,
    provider_id: SYSTEM_PROVIDER,
    authorized_amount: amount,
    captured_amount: 20,
    refunded_amount: 5,
    data: { reference: 'seed' },
    metadata: null,
    captured_at: null,
    canceled_at: null,
    payment_collection_id,
    payment_session_id,
    captures: [{ id: seededId('capt', 500), amount: 20, created_by: ids.admin, ...seededDates }],
    refunds: [
      {
        id: seededId('ref', 500),
        payment_id: seededId('pay', 500),
        amount: 5,
        refund_reason_id: keptReasons.customer_care.id,
        refund_reason: keptReasons.customer_care,
        note: 'Sorry for the wait',
        created_by: ids.admin,
        ...seededDates,
      },
    ],
    ...seededDates,
  }
  const session: PaymentSession = {
    id: payment_session_id,
    amount,
    currency_code,
    provider_id: SYSTEM_PROVIDER,
    data: { reference: 'seed' },
    status: 'authorized',
    context: { customer: { id: ids.customer } },
    authorized_at: SEEDED_AT,
    payment_collection_id,
    payment,
    metadata: null,
    ...seededDates,
  }
  return {
    id: payment_collection_id,
    currency_code,
    amount,
    status: 'authorized',
    authorized_amount: amount,
    captured_amount: 20,
    refunded_amount: 5,
    completed_at: null,
    payment_providers: [{ id: SYSTEM_PROVIDER }],
    payment_sessions: [session],
    payments: [payment],
    metadata: null,
    ...seededDates,
  }
}
