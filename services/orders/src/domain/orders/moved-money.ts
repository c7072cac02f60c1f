import type { DecisionContext, Payment, PaymentCollection, Transaction } from '@souk/contracts'
import { covers, plus } from '@souk/totals'
import { paymentStatusOf } from './statuses.ts'
import { type OrderRecord, recounted } from './stored-order.ts'

/** Positive for money received, negative for money refunded, in the order's currency. */
type Moved = Pick<Transaction, 'amount' | 'reference' | 'reference_id'>
/**
 * The order after a capture or refund of one of its payments, with its transaction, summary and payment status.
 * @param collection that of the payment; its list of payments may differ from the order's
 * @param payment after the movement
 */
export function withMovedMoney(
  order: OrderRecord,
  { collection, payment }: { collection: PaymentCollection; payment: Payment },
  moved: Moved,
  context: DecisionContext,
): OrderRecord {
  const { now } = context
  const followed = withPayment(collection, payment, now)
  const payment_collections = order.payment_collections.map((one) => (one.id === collection.id ? followed : one))
  const moving = withTransactions({ ...order, payment_collections }, [newTransaction(order, moved, context)])
  return { ...moving, payment_status: paymentStatusOf({ payment_collections }), updated_at: now }
}

/** The order with these transactions added, and its summary updated. */
export const withTransactions = (order: OrderRecord, added: readonly Transaction[]): OrderRecord =>
  recounted({ ...order, transactions: [...order.transactions, ...added] })

/** Marks money of the order as a whole, not of a return, claim or exchange. */
export const OF_THE_ORDER = { return_id: null, claim_id: null, exchange_id: null } as const

export const newTransaction = (
  order: Pick<OrderRecord, 'id' | 'version' | 'currency_code'>,
  { amount, reference, reference_id }: Moved,
  { newId, now }: DecisionContext,
): Transaction => ({
  id: newId('ordtrx'),
  order_id: order.id,
  version: order.version,
  ...OF_THE_ORDER,
  amount,
  currency_code: order.currency_code,
  reference,
  reference_id,
  metadata: null,
  created_at: now,
  updated_at: now,
  deleted_at: null,
})

function withPayment(collection: PaymentCollection, payment: Payment, now: string): PaymentCollection {
  const payments = collection.payments.map((one) => (one.id === payment.id ? payment : one))
  const payment_sessions = collection.payment_sessions.map((session) =>
    session.payment?.id === payment.id ? { ...session, payment, updated_at: now } : session,
  )
  const sum = (field: 'captured_amount' | 'refunded_amount') => payments.reduce((total, one) => plus(total, one[field]), 0)
  const captured_amount = sum('captured_amount')
  const isPaid = covers(captured_amount, collection.amount, collection.currency_code) && collection.status !== 'canceled'
  return {
    ...collection,
    payments,
    payment_sessions,
    captured_amount,
    refunded_amount: sum('refunded_amount'),
    ...(isPaid && { status: 'completed' as const, completed_at: collection.completed_at ?? now }),
    updated_at: now,
  }
}
