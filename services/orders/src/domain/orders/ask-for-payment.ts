import { type DecisionContext, invalidData, newPaymentCollection, notAllowed } from '@souk/contracts'
import { roundToMinorUnits } from '@souk/totals'
import { assertNotCanceled } from '../order-changes/active-change.ts'
import { minus, plus } from './exact-number.ts'
import { isOpen } from './payment-collections.ts'
import { paymentStatusOf } from './statuses.ts'
import type { OrderRecord } from './stored-order.ts'

type Context = Pick<DecisionContext, 'newId' | 'now'>

/**
 * The order with one payment collection more, its last one.
 * @param amount undefined: all that is still to be paid and not asked for
 * @throws invalid_data when the order is canceled, or the amount is less than a minor unit; not_allowed when it is more than that
 */
export function askForPayment(order: OrderRecord, amount: number | undefined, context: Context): OrderRecord {
  assertNotCanceled(order)
  const { currency_code, summary } = order
  const asked = order.payment_collections.filter(isOpen).reduce((sum, one) => plus(sum, one.amount), 0)
  const due = Math.max(0, roundToMinorUnits(minus(summary.pending_difference, asked), currency_code))
  const wanted = roundToMinorUnits(amount ?? due, currency_code)
  if (wanted > due || due === 0) throw notAllowed(`Amount cannot be greater than ${due}`)
  if (wanted === 0) throw invalidData(`Amount ${amount} is less than the smallest unit of ${currency_code}`)
  return withCollections(
    order,
    [...order.payment_collections, newPaymentCollection({ amount: wanted, currency_code }, context)],
    context,
  )
}

/** The order without a payment collection; the very same order when it has no such one. @throws not_allowed unless it is open */
export function withdrawPayment(order: OrderRecord, collection_id: string, context: Context): OrderRecord {
  const collection = order.payment_collections.find(({ id }) => id === collection_id)
  if (!collection) return order
  if (collection.status !== 'not_paid') throw notAllowed('Can only delete payment collections where status is not_paid')
  return withCollections(
    order,
    order.payment_collections.filter((one) => one !== collection),
    context,
  )
}

const withCollections = (
  order: OrderRecord,
  payment_collections: OrderRecord['payment_collections'],
  { now }: Context,
): OrderRecord => {
  const due = order.summary.pending_difference
  return { ...order, payment_collections, payment_status: paymentStatusOf({ payment_collections, due }), updated_at: now }
}
