import type { Payment, PaymentCollection, PaymentSession } from '@souk/contracts'
import { roundToMinorUnits } from '@souk/totals'
import { ids, SEEDED_AT, seededId } from './ids.ts'
import { keptReasons } from './reasons.ts'
import { seededDates } from './records.ts'

const PROVIDER = 'pp_system_default'

/** A payment of a cart as far as it can go before the cart is completed: authorized, partly captured, and partly refunded. */
export function seededPaymentCollection({ total, currency_code }: { total: number; currency_code: string }): PaymentCollection {
  const amount = roundToMinorUnits(total, currency_code)
  const payment_collection_id = seededId('pay_col', 500)
  const payment_session_id = seededId('payses', 500)
  const payment: Payment = {
    id: seededId('pay', 500),
    amount,
    currency_code,
    provider_id: PROVIDER,
    authorized_amount: amount,
    captured_amount: 20,
    refunded_amount: 5,
    data: { reference: 'seed' },
    metadata: null,
    captured_at: null,
    canceled_at: null,
    payment_collection_id,
    payment_session_id,
    captures: [{ id: seededId('capt', 500), amount: 20, created_by: ids.admin, created_at: SEEDED_AT }],
    refunds: [
      {
        id: seededId('ref', 500),
        amount: 5,
        refund_reason_id: keptReasons.goodwill.id,
        refund_reason: keptReasons.goodwill,
        note: 'Sorry for the wait',
        created_by: ids.admin,
        created_at: SEEDED_AT,
      },
    ],
    ...seededDates,
  }
  const session: PaymentSession = {
    id: payment_session_id,
    amount,
    currency_code,
    provider_id: PROVIDER,
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
    payment_providers: [{ id: PROVIDER }],
    payment_sessions: [session],
    payments: [payment],
    metadata: null,
    ...seededDates,
  }
}

/** A payment of a cart that nothing was done for yet. */
export function waitingPaymentCollection({ total, currency_code }: { total: number; currency_code: string }): PaymentCollection {
  const amount = roundToMinorUnits(total, currency_code)
  const payment_collection_id = seededId('pay_col', 501)
  const shared = { amount, currency_code, metadata: null, ...seededDates }
  const waiting = { data: {}, status: 'pending' as const, context: null, authorized_at: null, payment: null }
  const session: PaymentSession = {
    id: seededId('payses', 501),
    provider_id: PROVIDER,
    payment_collection_id,
    ...waiting,
    ...shared,
  }
  return {
    id: payment_collection_id,
    status: 'not_paid',
    authorized_amount: null,
    captured_amount: null,
    refunded_amount: null,
    completed_at: null,
    payment_providers: [{ id: PROVIDER }],
    payment_sessions: [session],
    payments: [],
    ...shared,
  }
}
