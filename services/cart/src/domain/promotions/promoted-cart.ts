import type { DecisionContext } from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import { adjustedLines, adjustedMethods, isPromoted } from './adjusted.ts'
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
 * The cart with the adjustments that promotions make on its lines and shipping methods, which are priced and taxed; all totals
 * are still those of before. It takes the active promotions whose codes it has, and automatic ones, whose rules it meets.
 * Buy-and-get comes first, then the greater values. Records that do not change stay the same objects, and so does a cart of which
 * nothing does.
 * @param known promotions that may matter to the cart; others count as gone
 * @throws invalid_data when the budget of one by code is of the customer or e-mail that the cart lacks; automatic ones have to
 * wait
 */
export function promotedCart(
  cart: CartRecord,
  known: readonly CartPromotion[],
  codes: ReadonlySet<string>,
  context: Pick<DecisionContext, 'newId' | 'now'>,
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
