import { type Amount, decimal, multiply, percent, smaller, subtract } from './decimal.ts'

interface PercentageShare {
  /** After promotions, including taxes. */
  total: Amount
  /** The taxes in `total`. */
  tax_total: Amount
  /** Whether the percentage is one of the total, taxes included. */
  isTaxIncluded: boolean
  /** 7.5 means 7.5 %. */
  percentage: Amount
  /** The least and the greatest share; null or undefined: none. */
  min: Amount | null | undefined
  max: Amount | null | undefined
}

/** A percentage of what a line costs, within bounds; computed exactly, and not rounded to minor units. */
export function percentageShare({ total, tax_total, isTaxIncluded, percentage, min, max }: PercentageShare): number {
  const base = isTaxIncluded ? decimal(total) : subtract(decimal(total), decimal(tax_total))
  const share = multiply(base, percent(percentage))
  const raised = min != null && share.isLessThan(decimal(min)) ? decimal(min) : share
  return (max == null ? raised : smaller(raised, decimal(max))).toNumber()
}
