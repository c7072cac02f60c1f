import { BigNumber } from 'bignumber.js'

/** A number, or the text of a decimal number where a double is not exact enough. */
export type Amount = number | string

/** An exact decimal; sums and products are never rounded, quotients are rounded half-up at 20 decimal places. */
export type Decimal = BigNumber

/** A private copy of the library, so that nobody's settings reach our money and ours reach nobody. */
const Exact = BigNumber.clone({ DECIMAL_PLACES: 20, ROUNDING_MODE: BigNumber.ROUND_HALF_UP })

const SIGNIFICANT_DIGITS = 20
/** Significant digits that survive in any number. */
const NUMBER_DIGITS = 15
/** The remainder of a division is not money: an amount this close to zero leaves as 0. */
const NEGLIGIBLE = 0.0001

export const ZERO: Decimal = new Exact(0)
export const ONE: Decimal = new Exact(1)
const HUNDREDTH: Decimal = new Exact('0.01')

/** The exact decimal of an amount. Throws a RangeError when it is not a finite number. */
export function decimal(amount: Amount): Decimal {
  if (amount === 0) return ZERO
  const exact = new Exact(amount)
  if (!exact.isFinite()) throw new RangeError(`${amount} is not an amount`)
  return exact
}

// Most lines have no discount and many no tax: the four operations allocate nothing where zero or one decides the result.

export function add(left: Decimal, right: Decimal): Decimal {
  if (right.isZero()) return left
  return left.isZero() ? right : left.plus(right)
}

export function subtract(left: Decimal, right: Decimal): Decimal {
  return right.isZero() ? left : left.minus(right)
}

export function multiply(left: Decimal, right: Decimal): Decimal {
  if (left.isZero() || right.isZero()) return ZERO
  if (right === ONE) return left
  return left.times(right)
}

/** Throws a RangeError when the divisor is zero: callers decide what nothing divided by nothing means. */
export function divide(dividend: Decimal, divisor: Decimal): Decimal {
  if (divisor.isZero()) throw new RangeError('division by zero')
  if (dividend.isZero()) return ZERO
  return divisor === ONE ? dividend : dividend.dividedBy(divisor)
}

export function sum<Entry>(entries: readonly Entry[], pick: (entry: Entry) => Decimal): Decimal {
  let total = ZERO
  for (const entry of entries) total = add(total, pick(entry))
  return total
}

/** The exact sum of amounts; 0 for null, undefined and an empty list. @throws RangeError for one that is no finite number */
export const sumAmounts = (entries: readonly { amount: Amount }[] | null | undefined): Decimal =>
  sum(entries ?? [], ({ amount }) => decimal(amount))

export const smaller = (left: Decimal, right: Decimal): Decimal => (right.isLessThan(left) ? right : left)

/** 7.5 percent is the fraction 0.075. */
export const percent = (rate: Amount): Decimal => multiply(decimal(rate), HUNDREDTH)

/** Whether an amount leaves as 0: it is at most 0.0001 away from it. */
export const isNegligible = (exact: Decimal): boolean => Math.abs(exact.toNumber()) <= NEGLIGIBLE

/** The number an amount leaves as: the nearest one, not rounded to minor units; within 0.0001 of zero it is 0, never -0. */
export function toAmount(exact: Decimal): number {
  if (exact.isZero()) return 0
  const amount = exact.toNumber()
  return Math.abs(amount) <= NEGLIGIBLE ? 0 : amount
}

/**
 * The nearest number, unless that is more than the amount, of which there may be no more: then the next one below of 15
 * significant digits, which a number keeps as they are.
 */
export function numberWithin(amount: Amount): number {
  const exact = decimal(amount)
  const nearest = exact.toNumber()
  return exact.isLessThan(nearest) ? exact.precision(NUMBER_DIGITS, BigNumber.ROUND_FLOOR).toNumber() : nearest
}

/** The text of an amount for a `raw_*` value of precision 20: at most 20 significant digits, no exponent, no trailing zeros. */
export function decimalText(amount: Amount | Decimal): string {
  const exact = typeof amount === 'object' ? amount : decimal(amount)
  return exact.isZero() ? '0' : exact.precision(SIGNIFICANT_DIGITS).toFixed()
}

/** The exact text of a sum, of any number of digits and without an exponent. */
export const exactSum = (amounts: readonly Amount[]): string => sum(amounts, decimal).toFixed()
