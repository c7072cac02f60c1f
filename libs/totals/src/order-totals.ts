import { type CartTotals, type CompleteCart, cartAmounts, type PartialCartTotals, type WithTotals } from './cart-totals.ts'
import { isTooLittle } from './currency.ts'
import { type Amount, type Decimal, decimal, subtract, sum, sumAmounts, toAmount, ZERO } from './decimal.ts'
import { type CartInput, exactCart } from './exact-cart.ts'
import { type LifecycleTotals, lifecycleAmounts, sumLifecycleTotals } from './lifecycle-totals.ts'
import type { PricedLine, PricedShippingMethod } from './line-item-totals.ts'
import { merge } from './merge.ts'

/** A movement of money: captures are positive, refunds negative. */
export interface Transaction {
  amount: Amount
}

/** The additional fields of an order; it gets a summary if one of them is present. */
export interface Payments {
  transactions?: readonly Transaction[] | null | undefined
  summary?: { transaction_total?: Amount | null | undefined } | null | undefined
}

export interface PendingSummary {
  transaction_total: number
  /** Still to be paid, or to be refunded if negative; 0 within the currency's smallest unit. */
  pending_difference: number
}

export interface WithOrderTotals<OrderLevel, Item, Method> extends WithTotals<OrderLevel & LifecycleTotals, Item, Method> {
  /** Only for an order with `transactions` or a `summary`. */
  summary?: PendingSummary
}

/**
 * Like `cartTotals`, with the value of fulfilled, shipped, returned and written off units of all items. The pending difference is
 * the total minus requested returns and transactions (`summary.transaction_total`, or else their sum).
 */
export function orderTotals<Item extends PricedLine, Method extends PricedShippingMethod>(
  order: CompleteCart<Item, Method> & Payments,
): WithOrderTotals<CartTotals, Item, Method>
export function orderTotals<Item extends PricedLine, Method extends PricedShippingMethod>(
  order: CartInput<Item, Method> & Payments,
): WithOrderTotals<PartialCartTotals, Item, Method>
export function orderTotals<Item extends PricedLine, Method extends PricedShippingMethod>(
  order: CartInput<Item, Method> & Payments,
) {
  const exact = exactCart(order)
  const lifecycle = sumLifecycleTotals(exact.lineItems.flatMap((item) => item.lifecycle ?? []))
  const { totals, items, shipping_methods } = cartAmounts(order, exact)

  return {
    totals: merge(totals, lifecycleAmounts(lifecycle)),
    items,
    shipping_methods,
    ...pendingSummary(order, subtract(exact.total, lifecycle.return_requested_total)),
  }
}

/** The exact decimal text of `total` from `cartTotals`, for sums that must be exact. */
export const exactTotal = (cart: CartInput): string => exactCart(cart).total.toFixed()

function pendingSummary(
  { transactions, summary, currency_code }: Payments & CartInput,
  due: Decimal,
): { summary?: PendingSummary } {
  if (!transactions && !summary) return {}

  const transacted = summary?.transaction_total == null ? sumAmounts(transactions) : decimal(summary.transaction_total)
  const pending = subtract(due, transacted)

  return {
    summary: {
      transaction_total: toAmount(transacted),
      pending_difference: isTooLittle(pending, currency_code) ? 0 : toAmount(pending),
    },
  }
}

export interface OrderSummary {
  /** Sum of the positive transactions. */
  paid_total: number
  /** Sum of the negative transactions, as a positive number. */
  refunded_total: number
  /** The current total minus the transactions: still to be paid, or to be refunded if negative. */
  pending_difference: number
  current_order_total: number
  original_order_total: number
  transaction_total: number
  /** Equal to `current_order_total`. */
  accounting_total: number
  credit_line_total: number
}

/** The summary of an order whose total was `original_total` before a change and is `total` after it. */
export function orderSummary(order: {
  original_total: Amount
  total: Amount
  transactions: readonly Transaction[]
  /** The sum of the credit lines that the change adds. */
  credit_line_total: Amount
}): OrderSummary {
  const amounts = order.transactions.map(({ amount }) => decimal(amount))
  const paid = sum(amounts, (amount) => (amount.isPositive() ? amount : ZERO))
  const refunded = sum(amounts, (amount) => (amount.isNegative() ? amount.negated() : ZERO))
  const transacted = subtract(paid, refunded)
  const total = decimal(order.total)

  return {
    paid_total: toAmount(paid),
    refunded_total: toAmount(refunded),
    pending_difference: toAmount(subtract(total, transacted)),
    current_order_total: toAmount(total),
    original_order_total: toAmount(decimal(order.original_total)),
    transaction_total: toAmount(transacted),
    accounting_total: toAmount(total),
    credit_line_total: toAmount(decimal(order.credit_line_total)),
  }
}
