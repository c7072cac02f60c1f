import {
  type DomainEvent,
  orderCredited,
  orderPaymentCollectionCreated,
  orderPaymentCollectionUpdated,
  type PaymentCollection,
  paymentRefunded,
} from '@souk/contracts'
import type { Order } from './order.ts'

type WithMoney = Pick<Order, 'id' | 'payment_collections' | 'credit_lines'>

/**
 * The events of the money that a change moved or requested, whatever kind of change it was: one for each payment that was
 * refunded, one for credit (not for the credit line of 0 that a cancellation may add), and one for each payment collection that
 * is new, requests another amount, or was canceled. Captures, authorizations, sessions and deletions are events of their
 * operations.
 */
export function moneyEvents(before: WithMoney, after: WithMoney): DomainEvent[] {
  const { id: order_id, payment_collections: collections, credit_lines } = after
  if (collections === before.payment_collections && credit_lines === before.credit_lines) return []
  const former = new Map(before.payment_collections.map((collection) => [collection.id, collection]))
  const refunds = new Map(paymentsOf(before).map((payment) => [payment.id, payment.refunds.length]))
  const refunded = paymentsOf(after).filter(({ id, refunds: { length } }) => length > (refunds.get(id) ?? length))
  const isCredited = credit_lines.slice(before.credit_lines.length).some(({ amount }) => amount !== 0)
  return [
    ...refunded.map(({ id }) => paymentRefunded({ id, order_id })),
    ...(isCredited ? [orderCredited({ id: order_id })] : []),
    ...collections.flatMap((collection) => eventOf(former.get(collection.id), collection, order_id)),
  ]
}

const paymentsOf = ({ payment_collections }: WithMoney) => payment_collections.flatMap(({ payments }) => payments)

function eventOf(before: PaymentCollection | undefined, { id, amount, status }: PaymentCollection, order_id: string) {
  if (!before) return orderPaymentCollectionCreated({ id, order_id })
  const isUpdated = amount !== before.amount || (status === 'canceled' && before.status !== 'canceled')
  return isUpdated ? orderPaymentCollectionUpdated({ id, order_id }) : []
}
