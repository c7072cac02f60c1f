import { type Amount, add, type Decimal, decimal, divide, multiply, ONE, percent, subtract, sum, ZERO } from './decimal.ts'

export interface TaxLine {
  /** Percent: 10 is a tenth. */
  rate: Amount
}

export interface Adjustment {
  /** The promotion's discount on the whole line. */
  amount: Amount
  /** Whether the amount contains tax; without it the amount is before tax, even on a line whose price contains tax. */
  is_tax_inclusive?: boolean | null | undefined
}

/** The fields that line items and shipping methods share. */
export interface Taxed {
  /** Whether the price contains tax; absent or null: see the default of the function that computes the totals. */
  is_tax_inclusive?: boolean | null | undefined
  tax_lines?: readonly TaxLine[] | null | undefined
  adjustments?: readonly Adjustment[] | null | undefined
}

/** The money of a line, exact: `*_subtotal` is before tax, `original_*` before promotions, `subtotal` before both. */
export interface ExactTotals {
  subtotal: Decimal
  tax_total: Decimal
  total: Decimal
  discount_subtotal: Decimal
  discount_tax_total: Decimal
  discount_total: Decimal
  original_subtotal: Decimal
  original_tax_total: Decimal
  original_total: Decimal
}

export interface ExactLine extends ExactTotals {
  /** Before (`subtotal`) and after (`total`) promotions. */
  taxLines: readonly { subtotal: Decimal; total: Decimal }[]
  /** Before (`subtotal`) and with tax (`total`), of the full quantity. */
  adjustments: readonly { subtotal: Decimal; total: Decimal }[]
  /** The sum of the adjustments before tax. */
  fullDiscount: Decimal
  /** Turns an amount before tax into one with tax. */
  taxFactor: Decimal
}

/**
 * The exact money of `remaining` out of `quantity` units. Adjustments are given for the full quantity and count for the
 * remaining units in proportion.
 */
export function exactLine(
  line: Taxed,
  price: Decimal,
  quantity: Decimal,
  remaining: Decimal,
  taxInclusiveByDefault: boolean,
): ExactLine {
  const isTaxInclusive = line.is_tax_inclusive ?? taxInclusiveByDefault
  const rates = (line.tax_lines ?? []).map(({ rate }) => percent(rate))
  // Rates are added, never compounded.
  const rate = sum(rates, (each) => each)
  const taxFactor = add(ONE, rate)

  const adjustments = (line.adjustments ?? []).map(({ amount, is_tax_inclusive }) => {
    const subtotal = is_tax_inclusive ? divide(decimal(amount), taxFactor) : decimal(amount)
    return { subtotal, total: multiply(subtotal, taxFactor) }
  })
  const fullDiscount = sum(adjustments, ({ subtotal }) => subtotal)

  const gross = multiply(price, remaining)
  const subtotal = isTaxInclusive ? divide(gross, taxFactor) : gross
  const discount_subtotal = inProportion(fullDiscount, remaining, quantity)
  const taxable = subtract(subtotal, discount_subtotal)

  const tax_total = multiply(taxable, rate)
  const original_tax_total = taxable === subtotal ? tax_total : multiply(subtotal, rate)
  const original_total = isTaxInclusive ? gross : add(subtotal, original_tax_total)
  const discount_tax_total = taxable === subtotal ? ZERO : subtract(original_tax_total, tax_total)

  return {
    taxLines:
      rates.length === 1
        ? [{ subtotal: original_tax_total, total: tax_total }]
        : rates.map((each) => ({ subtotal: multiply(subtotal, each), total: multiply(taxable, each) })),
    adjustments,
    fullDiscount,
    taxFactor,
    subtotal,
    tax_total,
    total: add(taxable, tax_total),
    discount_subtotal,
    discount_tax_total,
    discount_total: add(discount_subtotal, discount_tax_total),
    original_subtotal: isTaxInclusive ? subtract(original_total, original_tax_total) : subtotal,
    original_tax_total,
    original_total,
  }
}

/**
 * The share of an amount that falls on some of a line's units; a line without units has no share to give. As at the peers, each
 * unit's share is rounded before they are added: 0.001 over 45 units leaves as 0.0009999999999999998.
 */
export const inProportion = (amount: Decimal, units: Decimal, quantity: Decimal): Decimal =>
  quantity.isZero() ? ZERO : multiply(divide(amount, quantity), units)

/** The totals of several lines together. */
export function sumTotals(lines: readonly ExactTotals[]): ExactTotals {
  return {
    subtotal: sum(lines, ({ subtotal }) => subtotal),
    tax_total: sum(lines, ({ tax_total }) => tax_total),
    total: sum(lines, ({ total }) => total),
    discount_subtotal: sum(lines, ({ discount_subtotal }) => discount_subtotal),
    discount_tax_total: sum(lines, ({ discount_tax_total }) => discount_tax_total),
    discount_total: sum(lines, ({ discount_total }) => discount_total),
    original_subtotal: sum(lines, ({ subtotal }) => subtotal), // as at the peers: of `subtotal`
    original_tax_total: sum(lines, ({ original_tax_total }) => original_tax_total),
    original_total: sum(lines, ({ original_total }) => original_total),
  }
}
