import { type DecisionContext, notAllowed, type Payment, type PaymentCollection, type Transaction } from '@souk/contracts'
import { minus, plus, roundToMinorUnits } from '@souk/totals'
import type { Acting } from '../order-changes/active-change.ts'
import { newTransaction } from './moved-money.ts'
import { withRefund } from './new-refund.ts'
import { isRefundedHere } from './payment-of.ts'
import type { OrderRecord } from './stored-order.ts'

type Paid = Pick<OrderRecord, 'id' | 'version' | 'currency_code' | 'payment_collections' | 'credit_lines' | 'recorded_payments'>

interface Refunds {
  /** The sum of all refunds. */
  amount: number
  transactions: Transaction[]
}

/**
 * Cancels all payment collections of the order and their payments: captured money is refunded, except what the customer got as
 * store credit, and a payment of which nothing was captured is canceled. The rest of a partly captured payment can no longer be
 * captured, since its order is canceled.
 * @throws not_allowed if captured money would have to be refunded by a provider that cannot be called from here
 */
export function cancelPayments(
  order: Paid,
  context: DecisionContext & Acting,
): { payment_collections: PaymentCollection[]; refunds: Refunds } {
  const given: Transaction[] = []
  let left = refundable(order)
  const collections = order.payment_collections.map((collection) => {
    const payments = collection.payments.map((before) => {
      const payment = before.captures.length > 0 ? before : canceled(before, context)
      const owed = Math.min(left, capturedOf(payment))
      if (owed <= 0) return payment
      if (!isRefundedHere(order, payment)) throw notAllowed('Order with payment capture(s) cannot be canceled')
      const { payment: refunded } = withRefund(payment, { amount: owed }, context)
      left = minus(left, owed)
      // As in Medusa: unlike other refunds, it is recorded for its payment.
      given.push(newTransaction(order, { amount: -owed, reference: 'refund', reference_id: payment.id }, context))
      return refunded
    })
    return withPayments(collection, payments, context)
  })
  const amount = given.reduce((sum, transaction) => minus(sum, transaction.amount), 0)
  return { payment_collections: collections, refunds: { amount, transactions: given } }
}

/**
 * The captured money that the order's payments still hold, except what the customer got as store credit; 0 for less than can be
 * paid in the currency.
 */
export function refundable({ payment_collections, credit_lines, currency_code }: Omit<Paid, 'id' | 'version'>): number {
  const captured = payment_collections.flatMap(({ payments }) => payments.map(capturedOf))
  const credited = credit_lines.map(({ amount }) => Math.min(0, amount))
  const sum = [...captured, ...credited].reduce(plus, 0)
  return roundToMinorUnits(sum, currency_code) > 0 ? sum : 0
}

const capturedOf = ({ captured_amount, refunded_amount }: Payment): number => minus(captured_amount, refunded_amount)

const canceled = (payment: Payment, { now }: DecisionContext): Payment =>
  payment.canceled_at ? payment : { ...payment, canceled_at: now, updated_at: now }

function withPayments(collection: PaymentCollection, payments: Payment[], { now }: DecisionContext): PaymentCollection {
  const isCaptured = payments.some(({ captures }) => captures.length > 0)
  if (collection.status === 'canceled') return collection
  const payment_sessions = collection.payment_sessions.map((session) => {
    const payment = payments.find(({ id }) => id === session.payment?.id) ?? session.payment
    const isOver = !isCaptured || payment?.canceled_at
    return { ...session, payment, ...(isOver && { status: 'canceled' as const }), updated_at: now }
  })
  const refunded_amount = payments.reduce((sum, payment) => plus(sum, payment.refunded_amount), 0)
  return {
    ...collection,
    payments,
    payment_sessions,
    ...(isCaptured && { refunded_amount }),
    status: 'canceled',
    updated_at: now,
  }
}
