import { exactSum } from './decimal.ts'

const SUMMED = ['total', 'subtotal', 'tax_total', 'shipping_total', 'shipping_tax_total'] as const

/** The totals of an order that its set sums up, in the major unit of its currency. */
export type OrderSetTotals = Record<(typeof SUMMED)[number], number>

/** The exact sums of the totals of a set's orders, which have one currency; all 0 for none. */
export function orderSetTotals(orders: readonly OrderSetTotals[]): OrderSetTotals {
  const sums = SUMMED.map((name) => [name, Number(exactSum(orders.map((order) => order[name])))])
  return Object.fromEntries(sums) as OrderSetTotals
}
