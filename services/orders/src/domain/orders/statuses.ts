import type { FulfillmentStatus, PaymentStatus } from '@souk/contracts'
import type { Order } from './order.ts'

type Paid = Pick<Order, 'payment_collections'>
type Delivered = Pick<Order, 'fulfillments' | 'items'>

/** How far an order is paid, by all of its payment collections that are not canceled. */
export function paymentStatusOf({ payment_collections }: Paid): PaymentStatus {
  const counted = payment_collections.filter(({ status }) => status !== 'canceled')
  if (counted.length === 0) return payment_collections.length > 0 ? 'canceled' : 'not_paid'

  const refunded = counted.filter(({ refunded_amount }) => (refunded_amount ?? 0) > 0)
  if (refunded.length > 0) {
    const isWhole =
      refunded.length === counted.length && refunded.every((one) => one.refunded_amount! >= (one.captured_amount ?? 0))
    return isWhole ? 'refunded' : 'partially_refunded'
  }
  const captured = counted.filter(({ captured_amount }) => (captured_amount ?? 0) > 0)
  if (captured.length > 0) {
    const isWhole = captured.length === counted.length && captured.every((one) => one.captured_amount! >= one.amount)
    return isWhole ? 'captured' : 'partially_captured'
  }
  const authorized = counted.filter(({ status }) => status === 'authorized')
  if (authorized.length === counted.length) return 'authorized'
  if (authorized.length > 0 || counted.some(({ status }) => status === 'partially_authorized')) return 'partially_authorized'
  return counted.some(({ status }) => status === 'awaiting') ? 'awaiting' : 'not_paid'
}

/** How far an order is on its way, by all of its fulfillments that are not canceled. */
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
