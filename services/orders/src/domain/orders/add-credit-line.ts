import { type DecisionContext, invalidData } from '@souk/contracts'
import { covers, exactSum, exceeds, minus, plus } from '@souk/totals'
import type { Acting } from '../order-changes/active-change.ts'
import { assertRoomForChange, MAX_SETTLING_CHANGES } from '../order-changes/new-change.ts'
import { type Credit, creditOrder } from './credit-order.ts'
import type { OrderRecord } from './stored-order.ts'

/**
 * Credits the order with part of the amount still to be paid. A negative amount is owed to the customer, and is transferred from
 * the order to the customer's store credit account. If the amount exceeds what is due by rounding, only that is credited.
 * @param has_account whether the customer is registered; matters only for negative amounts
 * @throws as `creditOrder`; invalid_data if less is due, for store credit that is too little to count or more than was paid and
 * credited, for refunds to guests, and beyond 200 changes
 */
export function addCreditLine(
  order: OrderRecord,
  given: Credit,
  context: DecisionContext & Acting,
  has_account = false,
): OrderRecord {
  const credit = { ...given, amount: settledBy(order, given.amount) }
  const { customer_id } = order
  if (credit.amount < 0 && (!has_account || customer_id === null))
    throw invalidData('Store credit refunds can only be issued to registered customers')
  assertRoomForChange(order, MAX_SETTLING_CHANGES)
  const credited = creditOrder(order, credit, context)
  if (credit.amount > 0 || customer_id === null) return credited
  const outgoing = { id: context.newId('sc_trx'), customer_id, amount: -credit.amount, at: context.now }
  return { ...credited, outgoing_credit: [...(order.outgoing_credit ?? []), outgoing] }
}

/**
 * How much of the amount is credited: at most what is due or owed, which the amount may exceed by rounding to minor units.
 * @throws invalid_data if less is due, owed, or was ever received; for store credit that is too little to count
 */
function settledBy(order: OrderRecord, amount: number): number {
  const { currency_code, transactions, credit_lines } = order
  const credit = sumOf(credit_lines)
  const due = dueOf(order, credit)
  if (due === 0) throw invalidData('Can only create credit lines if the order has a positive or negative pending difference')
  const sign = due > 0 ? 'positive' : 'negative'
  if (due > 0 !== amount > 0)
    throw invalidData(`Can only create ${sign} credit lines if the order has a ${sign} pending difference`)

  // A total below 0, of discounts that exceed their lines, makes nobody richer.
  const limit = due > 0 ? due : Math.min(-due, Math.max(0, plus(sumOf(transactions), credit)))
  if (limit === 0 || !covers(limit, Math.abs(amount), currency_code))
    throw invalidData(`Cannot create more ${sign} credit lines with amount more than the pending difference`)
  const settled = Math.min(limit, Math.abs(amount))
  if (due > 0) return settled
  if (isUncounted(credit, currency_code) && isUncounted(minus(credit, settled), currency_code))
    throw invalidData(`Store credit of ${settled} ${currency_code} is too little to be credited`)
  return -settled
}

/** The amount still to be paid; negative if money is owed to the customer. Unlike in the order's total, all credit counts. */
function dueOf({ summary, currency_code }: OrderRecord, credit: number): number {
  const { pending_difference } = summary
  if (pending_difference === 0 || !isUncounted(credit, currency_code)) return pending_difference
  const due = minus(pending_difference, credit)
  return pending_difference > 0 ? Math.max(0, due) : Math.min(0, due)
}

/** Whether an order's credit is within the currency's smallest unit, and so does not change its total. */
const isUncounted = (credit: number, currency_code: string): boolean => !exceeds(Math.abs(credit), 0, currency_code)

const sumOf = (amounts: readonly { amount: number }[]): number => Number(exactSum(amounts.map(({ amount }) => amount)))
