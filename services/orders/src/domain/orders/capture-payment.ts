import {
  type DecisionContext,
  invalidData,
  newPayment,
  notAllowed,
  notFound,
  type Payment,
  type PaymentCollection,
  type PaymentSession,
  SYSTEM_PROVIDER,
} from '@souk/contracts'
import { covers, minus, plus } from '@souk/totals'
import type { Acting } from '../order-changes/active-change.ts'
import { assertNotCanceled } from '../order-changes/active-change.ts'
import { withMovedMoney } from './moved-money.ts'
import { paymentOf } from './payment-of.ts'
import type { OrderRecord } from './stored-order.ts'

/**
 * The order with this much more of the payment captured, and a transaction for it; the same order if all of it was captured
 * before. Amounts are compared in minor units: for an order's exact total, all of the rounded payment is captured, and no more.
 * @param amount undefined: the rest
 * @throws invalid_data if the payment or the order is canceled, or less than that is left; not_allowed if its provider would have
 * to be called
 */
export function capturePayment(
  order: OrderRecord,
  payment_id: string,
  amount: number | undefined,
  context: DecisionContext & Acting,
): OrderRecord {
  const { collection, payment } = paymentOf(order, payment_id)
  if (payment.canceled_at) throw invalidData(`The payment: ${payment_id} has been canceled.`)
  if (payment.captured_at) return order
  assertNotCanceled(order)
  const left = minus(payment.amount, payment.captured_amount)
  if (amount !== undefined && !covers(left, amount, payment.currency_code))
    throw invalidData('You cannot capture more than the authorized amount substracted by what is already captured.')
  if (payment.provider_id !== SYSTEM_PROVIDER)
    throw notAllowed(`Payment ${payment_id} can only be captured where it was made, with ${payment.provider_id}`)
  const takesAll = amount === undefined || isAllOf(payment, plus(payment.captured_amount, amount))
  return captured(order, collection, payment, takesAll ? left : amount, context)
}

/**
 * The order with a payment of the collection's whole amount. Its provider is not called, now or for a refund.
 * @throws invalid_data if the order is canceled; not_found if the collection was deleted; not_allowed if it is paid, authorized,
 * or canceled
 */
export function markAsPaid(
  order: OrderRecord,
  collection_id: string,
  { provider_id = SYSTEM_PROVIDER, ...context }: DecisionContext & Acting & { provider_id?: string | undefined },
): OrderRecord {
  assertNotCanceled(order)
  const collection = order.payment_collections.find(({ id }) => id === collection_id)
  if (!collection) throw notFound(`PaymentCollection id not found: ${collection_id}`)
  if (collection.status !== 'not_paid') throw notAllowed("Can only mark 'not_paid' payment collection as paid")
  const { newId, now } = context
  const { amount, currency_code, payment_providers } = collection
  const shared = {
    id: newId('payses'),
    amount,
    currency_code,
    provider_id,
    data: {},
    payment_collection_id: collection_id,
    metadata: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  const payment = newPayment(shared, context)
  const session: PaymentSession = { ...shared, metadata: {}, status: 'authorized', context: {}, authorized_at: now, payment }
  const authorized: PaymentCollection = {
    ...collection,
    authorized_amount: amount,
    payments: [...collection.payments, payment],
    // Earlier sessions are no longer needed.
    payment_sessions: [session],
    payment_providers: payment_providers.some(({ id }) => id === provider_id)
      ? payment_providers
      : [...payment_providers, { id: provider_id }],
  }
  const recorded_payments = [...(order.recorded_payments ?? []), payment.id]
  const paid = captured(order, authorized, payment, amount, context)
  return provider_id === SYSTEM_PROVIDER ? paid : { ...paid, recorded_payments }
}

const isAllOf = ({ amount, currency_code }: Payment, captured_amount: number): boolean =>
  covers(captured_amount, amount, currency_code)

function captured(
  order: OrderRecord,
  collection: PaymentCollection,
  before: Payment,
  amount: number,
  context: DecisionContext & Acting,
): OrderRecord {
  const { newId, now, actor_id } = context
  const about = { payment_id: before.id, amount, metadata: null, created_by: actor_id }
  const capture = { id: newId('capt'), ...about, created_at: now, updated_at: now, deleted_at: null }
  const captured_amount = plus(before.captured_amount, amount)
  const payment: Payment = {
    ...before,
    captured_amount,
    captures: [...before.captures, capture],
    captured_at: isAllOf(before, captured_amount) ? now : null,
    updated_at: now,
  }
  const moved = { amount, reference: 'capture', reference_id: capture.id }
  return withMovedMoney(order, { collection, payment }, moved, context)
}
