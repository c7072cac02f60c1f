import { BigNumber } from 'bignumber.js'

/** A number, or a decimal number as text if a double is not exact enough. */
export type Amount = number | string

/** An exact decimal; sums and products are never rounded, quotients are rounded half-up at 20 decimal places. */
export type Decimal = BigNumber

/** A private copy of the library, so that its settings are not shared with other users. */
const Exact = BigNumber.clone({ DECIMAL_PLACES: 20, ROUNDING_MODE: BigNumber.ROUND_HALF_UP })

const SIGNIFICANT_DIGITS = 20
/** Significant digits that any double preserves. */
const NUMBER_DIGITS = 15
/** An amount this close to zero is a remainder of a division, and is output as 0. */
const NEGLIGIBLE = 0.0001

export const ZERO: Decimal = new Exact(0)
export const ONE: Decimal = new Exact(1)
const HUNDREDTH: Decimal = new Exact('0.01')

/** The exact decimal of an amount. @throws RangeError unless it is a finite number */
export function decimal(amount: Amount): Decimal {
  if (amount === 0) return ZERO
  const exact = new Exact(amount)
  if (!exact.isFinite()) throw new RangeError(`${amount} is not an amount`)
  return exact
}

// Most lines have no discount and many no tax: these operations allocate nothing if a zero or one determines the result.

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

/** @throws RangeError if the divisor is zero: callers decide what 0 / 0 means */
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

/** The exact sum of amounts; 0 for null, undefined and an empty list. @throws RangeError unless each is a finite number */
export const sumAmounts = (entries: readonly { amount: Amount }[] | null | undefined): Decimal =>
  sum(entries ?? [], ({ amount }) => decimal(amount))

export const smaller = (left: Decimal, right: Decimal): Decimal => (right.isLessThan(left) ? right : left)

/** 7.5 percent is the fraction 0.075. */
export const percent = (rate: Amount): Decimal => multiply(decimal(rate), HUNDREDTH)

/** Whether an amount is output as 0, since it is within 0.0001 of it. */
export const isNegligible = (exact: Decimal): boolean => Math.abs(exact.toNumber()) <= NEGLIGIBLE

/**
 * The number that represents an amount in output: the nearest one, not rounded to minor units; 0 within 0.0001 of zero, never -0.
 */
export function toAmount(exact: Decimal): number {
  if (exact.isZero()) return 0
  const amount = exact.toNumber()
  return Math.abs(amount) <= NEGLIGIBLE ? 0 : amount
}

/**
 * The nearest number that does not exceed the amount: if the nearest double does, the amount rounded down to 15 significant
 * digits, which a double preserves.
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
