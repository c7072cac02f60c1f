import { type DecisionContext, invalidData, notAllowed } from '@souk/contracts'
import { exceeds, minus } from '@souk/totals'
import type { Acting } from '../order-changes/active-change.ts'
import { assertRoomForChange, MAX_SETTLING_CHANGES } from '../order-changes/new-change.ts'
import { creditOrder, toCredit } from './credit-order.ts'
import { withMovedMoney } from './moved-money.ts'
import { type Refunding, withRefund } from './new-refund.ts'
import { isRefundedHere, paymentOf } from './payment-of.ts'
import type { OrderRecord } from './stored-order.ts'

/**
 * The order with this much of a payment refunded, and a transaction for it. Any part beyond what is owed to the customer is
 * credited, which makes the next version, so that the customer is not asked to pay it again; without a reason, the credit refers
 * to the order's first payment collection, as in Medusa. Payment collections stay as they are.
 * @param amount undefined: the whole payment
 * @throws invalid_data if less than that is captured and not refunded; not_allowed if the payment's provider would have to be
 * called; as `creditOrder`, and beyond 200 changes, if something is to be credited
 */
export function refundPayment(
  order: OrderRecord,
  payment_id: string,
  { amount, ...details }: Partial<Refunding>,
  context: DecisionContext & Acting,
): OrderRecord {
  const { collection, payment: before } = paymentOf(order, payment_id)
  const given = amount ?? before.amount
  const left = minus(before.captured_amount, before.refunded_amount)
  if (left <= 0 || exceeds(given, left, before.currency_code))
    throw invalidData(amount === undefined ? ALL_IS_TOO_MUCH : TOO_MUCH)
  if (!isRefundedHere(order, before))
    throw notAllowed(`Payment ${payment_id} can only be refunded where it was made, with ${before.provider_id}`)

  const { payment, refund } = withRefund(before, { ...details, amount: given }, context)
  const moved = { amount: -given, reference: 'refund', reference_id: refund.id }
  const refunded = withMovedMoney(order, { collection, payment }, moved, context)
  const credit = toCredit(order, given)
  if (credit <= 0) return refunded

  assertRoomForChange(order, MAX_SETTLING_CHANGES)
  const { label: reference = 'payment_collection', code } = details.reason ?? {}
  const { payment_collections, payment_status } = refunded
  const reference_id = code ?? payment_collections[0]!.id
  const credited = creditOrder(refunded, { amount: credit, reference, reference_id }, context)
  return { ...credited, payment_collections, payment_status }
}

const TOO_MUCH = 'You are not allowed to refund more than the captured amount'
const ALL_IS_TOO_MUCH = 'You cannot refund more than what is captured on the payment.'
