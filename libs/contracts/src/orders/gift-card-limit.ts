import { invalidData } from '../operation/errors.ts'

/** Units of all lines of a cart, or an order, each of which becomes a gift card. */
const MAX_GIFT_CARDS = 1000

type Lines = readonly { is_giftcard: boolean; quantity: number }[]

const unitsOf = (lines: Lines) =>
  lines.reduce((units, { is_giftcard, quantity }) => (is_giftcard ? units + Math.ceil(quantity) : units), 0)

/**
 * An order issues a bounded number of gift cards.
 * @param before the lines as they are: no more than these sell already may stay
 * @throws invalid_data that names the limit
 */
export function assertGiftCardsFit(lines: Lines, before: Lines = []) {
  const units = unitsOf(lines)
  if (units > MAX_GIFT_CARDS && units > unitsOf(before)) throw invalidData(`An order sells at most ${MAX_GIFT_CARDS} gift cards`)
}
