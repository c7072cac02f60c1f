import { type DecisionContext, invalidData, newPaymentCollection, notAllowed, sameEntries } from '@souk/contracts'
import { minus, plus, roundToMinorUnits } from '@souk/totals'
import { assertNotCanceled } from '../order-changes/active-change.ts'
import { askingTogether, isOpen } from './payment-collections.ts'
import { paymentStatusOf } from './statuses.ts'
import type { OrderRecord } from './stored-order.ts'

/** An order, and the payment collection that requests the amount. */
interface Asked {
  order: OrderRecord
  collection_id: string
}

/**
 * Adds a payment collection to the order, as its last one. If the amount is due, but open collections already request part of it,
 * the last of these is changed to request all that the others do not, as in Medusa; if they already request all of it, the order
 * stays as it is. Unlike in `followingCollections`, authorized money counts as due until it is captured: it may never come, and
 * the caller wants to be paid in another way.
 * @param amount undefined: all that is still to be paid and not requested
 * @throws invalid_data if the order is canceled, or the amount is less than a minor unit; not_allowed if it exceeds the amount
 * due
 */
export function askForPayment(order: OrderRecord, amount: number | undefined, context: DecisionContext): Asked {
  assertNotCanceled(order)
  const { currency_code, payment_collections, summary } = order
  const open = payment_collections.filter(isOpen)
  const due = Math.max(0, roundToMinorUnits(summary.pending_difference, currency_code))
  const asked = open.reduce((sum, one) => plus(sum, one.amount), 0)
  const left = Math.max(0, roundToMinorUnits(minus(due, asked), currency_code))
  const wanted = roundToMinorUnits(amount ?? left, currency_code)
  if (wanted > due || due === 0 || (amount === undefined && left === 0))
    throw notAllowed(`Amount cannot be greater than ${amount === undefined ? left : due}`)
  if (wanted === 0) throw invalidData(`Amount ${amount} is less than the smallest unit of ${currency_code}`)
  if (open.length === 0 || wanted <= left) {
    const made = newPaymentCollection({ amount: wanted, currency_code }, context)
    return { order: withCollections(order, [...payment_collections, made], context), collection_id: made.id }
  }
  const collections = askingTogether(payment_collections, { amount: due, currency_code }, context)
  const collection_id = collections.findLast(isOpen)!.id
  return {
    order: sameEntries(collections, payment_collections) ? order : withCollections(order, collections, context),
    collection_id,
  }
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
