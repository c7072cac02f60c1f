import { type DecisionContext, invalidData } from '@souk/contracts'
import type { Acting } from '../order-changes/active-change.ts'
import { assertRoomForChange, MAX_SETTLING_CHANGES } from '../order-changes/new-change.ts'
import { type Credit, creditOrder } from './credit-order.ts'
import type { OrderRecord } from './stored-order.ts'

/**
 * Credits the order with part of the amount still to be paid. A negative amount is owed to the customer, and is transferred from
 * the order to the customer's store credit account.
 * @param has_account whether the customer is registered; matters only for negative amounts
 * @throws as `creditOrder`; invalid_data if less is due, for refunds to guests, and beyond 200 changes
 */
export function addCreditLine(
  order: OrderRecord,
  credit: Credit,
  context: DecisionContext & Acting,
  has_account = false,
): OrderRecord {
  assertDue(credit.amount, order.summary.pending_difference)
  const { customer_id } = order
  if (credit.amount < 0 && (!has_account || customer_id === null))
    throw invalidData('Store credit refunds can only be issued to registered customers')
  assertRoomForChange(order, MAX_SETTLING_CHANGES)
  const credited = creditOrder(order, credit, context)
  if (credit.amount > 0 || customer_id === null) return credited
  const outgoing = { id: context.newId('sc_trx'), customer_id, amount: -credit.amount, at: context.now }
  return { ...credited, outgoing_credit: [...(order.outgoing_credit ?? []), outgoing] }
}

/** @param due the amount still to be paid; negative if money is owed to the customer */
function assertDue(amount: number, due: number): void {
  if (due === 0) throw invalidData('Can only create credit lines if the order has a positive or negative pending difference')
  if (due > 0 && amount < 0)
    throw invalidData('Can only create positive credit lines if the order has a positive pending difference')
  if (due < 0 && amount > 0)
    throw invalidData('Can only create negative credit lines if the order has a negative pending difference')
  if (Math.abs(amount) <= Math.abs(due)) return
  const sign = due < 0 ? 'negative' : 'positive'
  throw invalidData(`Cannot create more ${sign} credit lines with amount more than the pending difference`)
}
