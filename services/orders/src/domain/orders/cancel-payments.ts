import {
  type DecisionContext,
  notAllowed,
  type Payment,
  type PaymentCollection,
  SYSTEM_PROVIDER,
  type Transaction,
} from '@souk/contracts'
import type { Acting } from '../order-changes/active-change.ts'
import { minus, plus } from './exact-number.ts'
import { newTransaction } from './moved-money.ts'
import { withRefund } from './new-refund.ts'
import type { Order } from './order.ts'

interface Refunds {
  /** The sum of all refunds. */
  amount: number
  transactions: Transaction[]
}

/**
 * The order's payments given up: what was captured is refunded, and what was not is canceled with its payment.
 * @throws not_allowed when captured money would have to be given back by a provider that nobody here can ask
 */
export function cancelPayments(
  order: Pick<Order, 'id' | 'currency_code' | 'payment_collections'>,
  context: DecisionContext & Acting,
): { payment_collections: PaymentCollection[]; refunds: Refunds } {
  const given: Transaction[] = []
  const collections = order.payment_collections.map((collection) => {
    const payments = collection.payments.map((before) => {
      const isWhole = before.captures.length > 0 && before.captured_amount >= before.amount
      const payment = isWhole ? before : canceled(before, context)
      const owed = minus(payment.captured_amount, payment.refunded_amount)
      if (owed <= 0) return payment
      if (payment.provider_id !== SYSTEM_PROVIDER) throw notAllowed('Order with payment capture(s) cannot be canceled')
      const { payment: refunded, refund } = withRefund(payment, { amount: owed }, context)
      given.push(newTransaction(order, { amount: -owed, reference: 'refund', reference_id: refund.id }, context))
      return refunded
    })
    return withPayments(collection, payments, context)
  })
  const amount = given.reduce((sum, transaction) => minus(sum, transaction.amount), 0)
  return { payment_collections: collections, refunds: { amount, transactions: given } }
}

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
    ...(isCaptured ? { refunded_amount } : { status: 'canceled' as const }),
    updated_at: now,
  }
}
