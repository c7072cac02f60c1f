/** An exact fraction, to check decimal arithmetic against arithmetic that never rounds. */
export interface Rational {
  readonly numerator: bigint
  /** Above 0. */
  readonly denominator: bigint
}

/** The rational of a number's shortest decimal text, so that 0.1 is one tenth. */
export function rational(value: number | string): Rational {
  const [mantissa = '', exponent = '0'] = String(value).toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const shift = Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  return shift >= 0 ? of(digits * 10n ** BigInt(shift), 1n) : of(digits, 10n ** BigInt(-shift))
}

export const plus = (left: Rational, right: Rational): Rational =>
  of(left.numerator * right.denominator + right.numerator * left.denominator, left.denominator * right.denominator)

export const minus = (left: Rational, right: Rational): Rational => plus(left, of(-right.numerator, right.denominator))

export const times = (left: Rational, right: Rational): Rational =>
  of(left.numerator * right.numerator, left.denominator * right.denominator)

export const over = (dividend: Rational, divisor: Rational): Rational =>
  of(dividend.numerator * divisor.denominator, dividend.denominator * divisor.numerator)

export const total = (values: readonly Rational[]): Rational => values.reduce(plus, rational(0))

/** To 25 decimal places, of which a double keeps what it can. */
export function toNumber({ numerator, denominator }: Rational): number {
  const scaled = (numerator * 10n ** 25n) / denominator
  return Number(`${scaled}e-25`)
}

function of(numerator: bigint, denominator: bigint): Rational {
  const sign = denominator < 0n ? -1n : 1n
  const divisor = greatestCommonDivisor(numerator, denominator) * sign
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left < 0n ? -left : left, right < 0n ? -right : right]
  while (b > 0n) [a, b] = [b, a % b]
  return a
}
