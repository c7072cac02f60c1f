import { type Amount, decimal, divide, multiply, subtract, sum, ZERO } from './decimal.ts'

/**
 * The shares of an amount, as exact texts of decimals, in proportion to these weights, which are not negative. The last one with
 * a weight above 0 takes the remainder, so that the shares are the amount again. Without any weight nobody gets a share.
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
