import { exactSum, subtract, sumAmounts, toAmount } from './decimal.ts'

const SUMMED = ['total', 'tax_total', 'shipping_total', 'shipping_tax_total'] as const

/** The totals of an order's set, in the major unit of its currency. */
export type OrderSetTotals = Record<(typeof SUMMED)[number] | 'subtotal', number>

/** An order's totals, its `subtotal` before discounts. */
export type OrderTotalsInSet = OrderSetTotals & { discount_subtotal: number }

/**
 * The exact sums over a set's orders, which share one currency; all 0 without orders. The subtotal is without what promotions
 * take off, and with what credit pays.
 */
export function orderSetTotals(orders: readonly OrderTotalsInSet[]): OrderSetTotals {
  const sums = SUMMED.map((name) => [name, Number(exactSum(orders.map((order) => order[name])))])
  return { ...(Object.fromEntries(sums) as Omit<OrderSetTotals, 'subtotal'>), subtotal: subtotalOf(orders) }
}

function subtotalOf(orders: readonly OrderTotalsInSet[]): number {
  const sumOf = (name: 'subtotal' | 'discount_subtotal') => sumAmounts(orders.map((order) => ({ amount: order[name] })))
  return toAmount(subtract(sumOf('subtotal'), sumOf('discount_subtotal')))
}
