import type { FulfillmentStatus, PaymentCollection, PaymentStatus } from '@souk/contracts'
import { exceeds } from '@souk/totals'
import type { Order } from './order.ts'

interface Paid extends Pick<Order, 'payment_collections'> {
  /** The amount still to be paid for an order that is not canceled; negative if money is owed to the customer. */
  due?: number
}
type Delivered = Pick<Order, 'fulfillments' | 'items'>

/** Whether money was captured, or may still be: the collection was not canceled, or only after a capture. */
export const isCounted = ({ status, captured_amount }: Pick<PaymentCollection, 'status' | 'captured_amount'>): boolean =>
  status !== 'canceled' || (captured_amount ?? 0) > 0

/**
 * The payment status from all payment collections that count. One of amount 0 counts as captured, and an amount that is short by
 * no more than a minor unit counts as complete. If none counts, the payment is canceled, unless `due` is given: then the order is
 * unpaid, or, if nothing is due, paid by credit.
 */
export function paymentStatusOf({ payment_collections, due }: Paid): PaymentStatus {
  const counted = payment_collections.filter(isCounted)
  if (counted.length === 0) {
    if (payment_collections.length === 0) return 'not_paid'
    if (due === undefined) return 'canceled'
    return due > 0 ? 'not_paid' : 'captured'
  }

  const captured = counted.filter(({ amount, captured_amount }) => amount === 0 || (captured_amount ?? 0) > 0)
  if (counted.some(({ refunded_amount }) => (refunded_amount ?? 0) > 0))
    return captured.every((one) => isWhole(one, one.refunded_amount, one.captured_amount)) ? 'refunded' : 'partially_refunded'
  if (captured.length > 0) {
    const isAll = captured.length === counted.length && captured.every((one) => isWhole(one, one.captured_amount, one.amount))
    return isAll ? 'captured' : 'partially_captured'
  }
  const authorized = counted.filter(({ status }) => status === 'authorized')
  if (authorized.length === counted.length) return 'authorized'
  if (authorized.length > 0 || counted.some(({ status }) => status === 'partially_authorized')) return 'partially_authorized'
  return counted.some(({ status }) => status === 'awaiting') ? 'awaiting' : 'not_paid'
}

const isWhole = ({ currency_code }: PaymentCollection, part: number | null, whole: number | null): boolean =>
  !exceeds(whole ?? 0, part ?? 0, currency_code)

/** The fulfillment status from all fulfillments that are not canceled. */
export function fulfillmentStatusOf({ fulfillments, items }: Delivered): FulfillmentStatus {
  const counted = fulfillments.filter(({ canceled_at }) => canceled_at === null)
  if (counted.length === 0) return fulfillments.length > 0 ? 'canceled' : 'not_fulfilled'

  const isComplete = items.every(({ quantity, detail }) => detail.fulfilled_quantity >= quantity)
  const delivered = counted.filter(({ delivered_at }) => delivered_at !== null).length
  if (delivered > 0) return isComplete && delivered === counted.length ? 'delivered' : 'partially_delivered'
  const shipped = counted.filter(({ shipped_at }) => shipped_at !== null).length
  if (shipped > 0) return isComplete && shipped === counted.length ? 'shipped' : 'partially_shipped'
  return isComplete ? 'fulfilled' : 'partially_fulfilled'
}
