import type { CommissionRate, CurrencyAmount } from '@souk/contracts'
import { percentageShare } from '@souk/totals'

/** The totals of a line, after promotions. */
export interface LineTotals {
  total: number
  tax_total: number
}

/**
 * The marketplace's share of a line, whatever its quantity: exact, and not rounded to minor units. A flat fee that is not set in
 * the order's currency is 0.
 */
export function commissionValue(rate: CommissionRate, { total, tax_total }: LineTotals, currency_code: string): number {
  const amountIn = (set: readonly CurrencyAmount[]) => set.find((one) => one.currency_code === currency_code)?.amount
  if (rate.type === 'flat') return amountIn(rate.price_set) ?? 0
  return percentageShare({
    total,
    tax_total,
    isTaxIncluded: rate.include_tax,
    percentage: rate.percentage_rate ?? 0,
    min: amountIn(rate.min_price_set),
    max: amountIn(rate.max_price_set),
  })
}
