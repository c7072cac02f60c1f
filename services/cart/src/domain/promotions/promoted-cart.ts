import type { DecisionContext } from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import { adjustedLines, adjustedMethods, isPromoted } from './adjusted.ts'
import type { PromoCodes } from './promo-codes.ts'
import type { CartPromotion } from './promotion.ts'
import { promotionContext } from './promotion-context.ts'
import { shown } from './shown.ts'
import { candidatesOf, type Skipped, takenOff, takersOf } from './taken-off.ts'

export interface PromotedCart {
  cart: CartRecord
  /** Promotions that the cart does not take, or not on all lines, because of their limit or their campaign's budget. */
  skipped: Skipped[]
}

/**
 * The cart with the adjustments that promotions make on its lines and shipping methods, which must have prices and taxes; totals
 * are not updated yet. It takes the active promotions that it has or is to get, and the automatic ones, if it meets their rules.
 * Buy-and-get comes first, then by descending value. Records that do not change stay the same objects, and so does an unchanged
 * cart.
 * @param known promotions that may apply; the cart loses all others
 * @throws invalid_data if a promotion by code has a budget that is counted by customer or e-mail, and the cart lacks it;
 * automatic ones are skipped
 */
export function promotedCart(
  cart: CartRecord,
  known: readonly CartPromotion[],
  codes: PromoCodes,
  context: DecisionContext,
): PromotedCart {
  const candidates = candidatesOf(known, codes, context.now)
  if (candidates.length === 0 && isUnpromoted(cart)) return { cart, skipped: [] }

  const { amounts, skipped } = takenOff(candidates, cart, promotionContext(cart))
  const items = adjustedLines(cart, amounts, context)
  const shipping_methods = adjustedMethods(cart, amounts, context)
  const promotions = shown(cart.promotions, takersOf(amounts))
  const isSame = items === cart.items && shipping_methods === cart.shipping_methods && promotions === cart.promotions
  return { cart: isSame ? cart : { ...cart, items, shipping_methods, promotions }, skipped }
}

const isUnpromoted = ({ promotions, items, shipping_methods }: CartRecord): boolean =>
  promotions.length === 0 && ![...items, ...shipping_methods].some(({ adjustments }) => adjustments.some(isPromoted))
