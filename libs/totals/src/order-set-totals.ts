import { exactSum } from './decimal.ts'

const SUMMED = ['total', 'subtotal', 'tax_total', 'shipping_total', 'shipping_tax_total'] as const

/** The totals of an order that are summed up for its set, in the major unit of its currency. */
export type OrderSetTotals = Record<(typeof SUMMED)[number], number>

/** The exact sums over a set's orders, which share one currency; all 0 without orders. */
export function orderSetTotals(orders: readonly OrderSetTotals[]): OrderSetTotals {
  const sums = SUMMED.map((name) => [name, Number(exactSum(orders.map((order) => order[name])))])
  return Object.fromEntries(sums) as OrderSetTotals
}
