import { type DecisionContext, invalidData, notAllowed } from '@souk/contracts'
import { type Acting, assertNotCanceled, isCanceled } from '../order-changes/active-change.ts'
import { giveUpChange } from '../returns/give-up-change.ts'
import { cancelPayments } from './cancel-payments.ts'
import { creditOrder, toCredit } from './credit-order.ts'
import { withTransactions } from './moved-money.ts'
import { fulfillmentStatusOf, paymentStatusOf } from './statuses.ts'
import type { OrderRecord } from './stored-order.ts'

/**
 * Cancels the order and its active change: payments of which nothing was captured are canceled, captured money is refunded, and
 * credited unless it was owed to the customer anyway. This makes the next version, with a credit line of 0 if nothing is
 * credited.
 * @throws invalid_data if it is already canceled; not_allowed if it is completed, has a parcel that is not canceled, or the money
 * cannot be refunded from here
 */
export function cancelOrder(order: OrderRecord, context: DecisionContext & Acting): OrderRecord {
  assertNotCanceled(order)
  if (order.status === 'completed') throw notAllowed(COMPLETED)
  if (order.fulfillments.some(({ canceled_at }) => !canceled_at))
    throw notAllowed('All fulfillments must be canceled before canceling an order')

  const { now } = context
  const { payment_collections, refunds } = cancelPayments(order, context)
  const idle = giveUpChange(order, context)
  const refunded = refunds.amount > 0 ? withTransactions(idle, refunds.transactions) : idle
  const amount = Math.max(0, toCredit(order, refunds.amount))
  const reference_id = payment_collections[0]?.id ?? null
  const credited = creditOrder(refunded, { amount, reference: 'payment_collection', reference_id }, context)
  return {
    ...credited,
    payment_collections,
    status: 'canceled',
    canceled_at: now,
    updated_at: now,
    payment_status: paymentStatusOf({ payment_collections }),
    fulfillment_status: fulfillmentStatusOf(order),
  }
}

const COMPLETED = 'Cannot cancel a completed order. Please use the return process to handle refunds or exchanges.'

/** Returns the same order if it is already completed. @throws invalid_data if it is canceled */
export function completeOrder(order: OrderRecord, { now }: Pick<DecisionContext, 'now'>): OrderRecord {
  if (isCanceled(order)) throw invalidData(`Orders ${order.id} are canceled and cannot be completed`)
  return order.status === 'completed' ? order : { ...order, status: 'completed', updated_at: now }
}

/**
 * Returns the same order if it is already archived.
 * @throws invalid_data if it is neither completed, nor canceled, nor a draft
 */
export function archiveOrder(order: OrderRecord, { now }: Pick<DecisionContext, 'now'>): OrderRecord {
  if (order.status === 'archived') return order
  if (!['completed', 'canceled', 'draft'].includes(order.status))
    throw invalidData(`Orders ${order.id} are completed, canceled, or in draft and cannot be archived`)
  return { ...order, status: 'archived', updated_at: now }
}
