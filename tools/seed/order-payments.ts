import {
  type Payment,
  type PaymentCollection,
  type PaymentSession,
  type Refund,
  SYSTEM_PROVIDER,
  type Transaction,
} from '@souk/contracts'
import { minus, orderTotals, roundToMinorUnits } from '@souk/totals'
import type { Order } from '../../services/orders/src/domain/orders/order.ts'
import { ids, seededId } from './ids.ts'
import { daysLater } from './order-parts.ts'
import { keptReasons } from './reasons.ts'

type Unsummed = Omit<Order, 'summary'>

interface Paying {
  n: number
  days: number
  /**
   * `waiting`: a session is open; `pending_authorization`: the money is to come by another way; `captured`: in one part, or in
   * two when a first part is named.
   */
  state: 'waiting' | 'pending_authorization' | 'authorized' | 'captured' | 'canceled'
  first_part?: number
  refunded?: number
}

const COLLECTION_STATUS = {
  waiting: 'not_paid',
  pending_authorization: 'awaiting',
  authorized: 'authorized',
  captured: 'completed',
  canceled: 'canceled',
} as const

/** The order with a payment collection of its total, the payments in the state given, and the transactions that these mean. */
export function withPayments(order: Unsummed, { n, days, state, first_part, refunded = 0 }: Paying): Unsummed {
  const { currency_code } = order
  const amount = roundToMinorUnits(orderTotals(order).totals.total, currency_code)
  const dates = daysLater(days)
  const { created_at } = dates
  const payment_collection_id = seededId('pay_col', n)
  const payment_session_id = seededId('payses', n)
  const captured = state !== 'captured' ? [] : first_part === undefined ? [amount] : [first_part, minus(amount, first_part)]
  const captured_amount = captured.length === 0 ? 0 : amount
  const shared = { currency_code, metadata: null, ...dates }

  const captures = captured.map((part, index) => ({
    id: seededId('capt', n + index),
    amount: part,
    created_by: ids.admin,
    ...dates,
  }))
  const refunds = refunded === 0 ? [] : [refund(n, refunded, dates)]
  const payment: Payment | null =
    state === 'waiting' || state === 'pending_authorization' || state === 'canceled'
      ? null
      : {
          id: seededId('pay', n),
          amount,
          provider_id: SYSTEM_PROVIDER,
          authorized_amount: amount,
          captured_amount,
          refunded_amount: refunded,
          data: {},
          captured_at: captured.length > 0 ? created_at : null,
          canceled_at: null,
          payment_collection_id,
          payment_session_id,
          captures,
          refunds,
          ...shared,
        }
  const session: PaymentSession = {
    id: payment_session_id,
    amount,
    provider_id: SYSTEM_PROVIDER,
    data: {},
    status: payment ? 'authorized' : state === 'waiting' ? 'pending' : state,
    context: { customer: { id: order.customer_id } },
    authorized_at: payment && created_at,
    payment_collection_id,
    payment,
    ...shared,
  }
  const collection: PaymentCollection = {
    id: payment_collection_id,
    amount,
    status: COLLECTION_STATUS[state],
    authorized_amount: payment ? amount : null,
    captured_amount: payment ? captured_amount : null,
    refunded_amount: payment ? refunded : null,
    completed_at: state === 'captured' ? created_at : null,
    payment_providers: [{ id: SYSTEM_PROVIDER }],
    payment_sessions: [session],
    payments: payment ? [payment] : [],
    ...shared,
  }
  const moved = [
    ...captures.map((one) => ({ ...one, reference: 'capture' })),
    ...refunds.map((one) => ({ ...one, amount: -one.amount, reference: 'refund' })),
  ]
  const transactions = moved.map(
    ({ id, amount: moving, reference }, index): Transaction => ({
      id: seededId('ordtrx', n + index),
      order_id: order.id,
      version: 1,
      amount: moving,
      reference,
      reference_id: id,
      ...shared,
    }),
  )
  return { ...order, payment_collections: [collection], transactions: [...order.transactions, ...transactions] }
}

function refund(n: number, amount: number, dates: ReturnType<typeof daysLater>): Refund {
  const { shipping_issue } = keptReasons
  return {
    id: seededId('ref', n),
    payment_id: seededId('pay', n),
    amount,
    refund_reason_id: shipping_issue.id,
    refund_reason: shipping_issue,
    note: 'It came a week late',
    created_by: ids.admin,
    ...dates,
  }
}
