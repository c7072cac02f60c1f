import { type Amount, decimal, divide, multiply, subtract, sum, ZERO } from './decimal.ts'

/**
 * Splits an amount in proportion to non-negative weights, as exact decimal texts. The last share with a weight above 0 takes the
 * remainder, so that the shares add up to the amount. Without any such weight all shares are 0.
 */
export function spreadInProportion(amount: Amount, weights: readonly Amount[]): string[] {
  const exact = weights.map(decimal)
  const all = sum(exact, (weight) => weight)
  const last = exact.findLastIndex((weight) => weight.isGreaterThan(0))
  let left = decimal(amount)
  return exact.map((weight, index) => {
    if (!weight.isGreaterThan(0)) return ZERO.toFixed()
    const share = index === last ? left : divide(multiply(decimal(amount), weight), all)
    left = subtract(left, share)
    return share.toFixed()
  })
}
