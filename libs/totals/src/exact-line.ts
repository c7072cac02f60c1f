import { type Amount, add, type Decimal, decimal, divide, multiply, ONE, percent, subtract, sum, ZERO } from './decimal.ts'

export interface TaxLine {
  /** Percent: 10 means a tenth. */
  rate: Amount
}

export interface Adjustment {
  /** The promotion's discount on the whole line. */
  amount: Amount
  /** Whether the amount includes tax; otherwise it is before tax, even on a line whose price includes tax. */
  is_tax_inclusive?: boolean | null | undefined
}

/** The fields that line items and shipping methods have in common. */
export interface Taxed {
  /** Whether the price includes tax; for absent and null, see the default of the function that computes the totals. */
  is_tax_inclusive?: boolean | null | undefined
  tax_lines?: readonly TaxLine[] | null | undefined
  adjustments?: readonly Adjustment[] | null | undefined
}

/** The exact amounts of a line: `*_subtotal` is before tax, `original_*` before promotions, `subtotal` before both. */
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
  /** Tax before (`subtotal`) and after (`total`) promotions. */
  taxLines: readonly { subtotal: Decimal; total: Decimal }[]
  /** Before (`subtotal`) and with tax (`total`), for the full quantity. */
  adjustments: readonly { subtotal: Decimal; total: Decimal }[]
  /** The sum of the adjustments before tax. */
  fullDiscount: Decimal
  /** Factor from an amount before tax to the amount with tax. */
  taxFactor: Decimal
}

/**
 * The exact amounts for `remaining` out of `quantity` units. Adjustments are given for the full quantity, and count in proportion
 * to the remaining units.
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
  // Rates are added, not compounded.
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
 * The share of an amount for some of a line's units; 0 for a line without units. As in the peers, the share of one unit is
 * rounded before it is multiplied: 0.001 over 45 units results in 0.0009999999999999998.
 */
export const inProportion = (amount: Decimal, units: Decimal, quantity: Decimal): Decimal =>
  quantity.isZero() ? ZERO : multiply(divide(amount, quantity), units)

/** The combined totals of several lines. */
export function sumTotals(lines: readonly ExactTotals[]): ExactTotals {
  return {
    subtotal: sum(lines, ({ subtotal }) => subtotal),
    tax_total: sum(lines, ({ tax_total }) => tax_total),
    total: sum(lines, ({ total }) => total),
    discount_subtotal: sum(lines, ({ discount_subtotal }) => discount_subtotal),
    discount_tax_total: sum(lines, ({ discount_tax_total }) => discount_tax_total),
    discount_total: sum(lines, ({ discount_total }) => discount_total),
    original_subtotal: sum(lines, ({ subtotal }) => subtotal), // of `subtotal`, as in the peers
    original_tax_total: sum(lines, ({ original_tax_total }) => original_tax_total),
    original_total: sum(lines, ({ original_total }) => original_total),
  }
}
