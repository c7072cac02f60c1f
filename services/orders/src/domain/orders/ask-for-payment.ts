import { type DecisionContext, invalidData, newPaymentCollection, notAllowed } from '@souk/contracts'
import { minus, roundToMinorUnits } from '@souk/totals'
import { assertNotCanceled } from '../order-changes/active-change.ts'
import { isOpen } from './payment-collections.ts'
import { paymentStatusOf } from './statuses.ts'
import type { OrderRecord } from './stored-order.ts'

/**
 * Adds a payment collection to the order, as its last one. As in Medusa, a given amount is neither compared with the amount due
 * nor with what other collections request.
 * @param amount rounded to minor units; undefined: all that is still to be paid and that no open collection requests
 * @throws invalid_data if the order is canceled, or the amount is less than a minor unit; not_allowed if no amount is given, and
 * nothing is left to request
 */
export function askForPayment(order: OrderRecord, amount: number | undefined, context: DecisionContext): OrderRecord {
  assertNotCanceled(order)
  const { currency_code } = order
  const wanted = roundToMinorUnits(amount ?? unrequested(order), currency_code)
  if (wanted <= 0 && amount === undefined) throw notAllowed('Amount cannot be greater than 0')
  if (wanted <= 0) throw invalidData(`Amount ${amount} is less than the smallest unit of ${currency_code}`)
  const made = newPaymentCollection({ amount: wanted, currency_code }, context)
  return withCollections(order, [...order.payment_collections, made], context)
}

/**
 * The amount due that no open collection requests. Unlike in `followingCollections`, authorized money counts as due until it is
 * captured: it may never come, and the caller wants to be paid in another way.
 */
function unrequested({ summary, payment_collections, currency_code }: OrderRecord): number {
  const due = roundToMinorUnits(summary.pending_difference, currency_code)
  return payment_collections.filter(isOpen).reduce((left, { amount }) => minus(left, amount), due)
}

/**
 * Removes a payment collection; returns the same order if it has no such collection.
 * @throws not_allowed unless it is `not_paid`
 */
export function withdrawPayment(order: OrderRecord, collection_id: string, context: DecisionContext): OrderRecord {
  const collection = order.payment_collections.find(({ id }) => id === collection_id)
  if (!collection) return order
  if (collection.status !== 'not_paid') throw notAllowed('Can only delete payment collections where status is not_paid')
  return withCollections(
    order,
    order.payment_collections.filter((one) => one !== collection),
    context,
  )
}

/** The order with these payment collections, and the resulting payment status. */
export function withCollections(
  order: OrderRecord,
  payment_collections: OrderRecord['payment_collections'],
  { now }: Pick<DecisionContext, 'now'>,
): OrderRecord {
  const due = order.summary.pending_difference
  return { ...order, payment_collections, payment_status: paymentStatusOf({ payment_collections, due }), updated_at: now }
}
