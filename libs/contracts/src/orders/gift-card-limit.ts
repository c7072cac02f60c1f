import { invalidData } from '../operation/errors.ts'

/** Most gift cards that a cart or an order may sell: the units of all such lines. */
const MAX_GIFT_CARDS = 1000

type Lines = readonly { is_giftcard: boolean; quantity: number }[]

const unitsOf = (lines: Lines) =>
  lines.reduce((units, { is_giftcard, quantity }) => (is_giftcard ? units + Math.ceil(quantity) : units), 0)

/**
 * Bounds the number of gift cards that an order issues.
 * @param before the current lines: as many gift cards as these already sell may stay
 * @throws invalid_data naming the limit
 */
export function assertGiftCardsFit(lines: Lines, before: Lines = []) {
  const units = unitsOf(lines)
  if (units > MAX_GIFT_CARDS && units > unitsOf(before)) throw invalidData(`An order sells at most ${MAX_GIFT_CARDS} gift cards`)
}
