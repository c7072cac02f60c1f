import type { DecisionContext } from '@souk/contracts'
import { cartPromotionAmounts, type PromotionBudget } from '@souk/totals'
import type { CartRecord } from '../carts/cart.ts'
import { adjustedLines, adjustedMethods, isPromoted } from './adjusted.ts'
import { budgetOf, type SkipReason, unknownBuyer, usedUp } from './budget.ts'
import { eligible, type Taking } from './eligible.ts'
import { inOrder } from './in-order.ts'
import { type CartPromotion, isActive } from './promotion.ts'
import { type PromotionContext, promotionContext } from './promotion-context.ts'
import { shown } from './shown.ts'

interface Skipped {
  code: string
  reason: SkipReason
}

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
  const candidates = known.filter((one) => (one.is_automatic || codes.has(one.code)) && isActive(one, context.now))
  if (candidates.length === 0 && isUnpromoted(cart)) return { cart, skipped: [] }

  const seen = promotionContext(cart)
  const { takings, used_up } = takingsOf(cart, seen, inOrder(candidates))
  const { amounts, exceeded } = cartPromotionAmounts(takings, seen)
  const over = exceeded.map(({ promotion: { code } }): Skipped => ({ code, reason: 'campaign_budget_exceeded' }))
  const items = adjustedLines(cart, amounts, context)
  const shipping_methods = adjustedMethods(cart, amounts, context)
  const promotions = shown(cart.promotions, [...new Set(amounts.map(({ promotion }) => promotion.promotion))])
  const isSame = items === cart.items && shipping_methods === cart.shipping_methods && promotions === cart.promotions
  return { cart: isSame ? cart : { ...cart, items, shipping_methods, promotions }, skipped: [...used_up, ...over] }
}

const isUnpromoted = ({ promotions, items, shipping_methods }: CartRecord): boolean =>
  promotions.length === 0 && ![...items, ...shipping_methods].some(({ adjustments }) => adjustments.some(isPromoted))

function takingsOf(cart: CartRecord, seen: PromotionContext, candidates: readonly CartPromotion[]) {
  const budgets = new Map<string, PromotionBudget | null>()
  const used_up: Skipped[] = []
  const takings = candidates.flatMap((promotion): Taking | [] => {
    const reason = usedUp(promotion, cart)
    if (reason === 'unknown_buyer') {
      if (!promotion.is_automatic) throw unknownBuyer(promotion)
      return []
    }
    if (reason) {
      used_up.push({ code: promotion.code, reason })
      return []
    }
    const key = promotion.campaign?.id ?? promotion.id
    if (!budgets.has(key)) budgets.set(key, budgetOf(promotion))
    return eligible(promotion, { seen, currency_code: cart.currency_code }, budgets.get(key)!) ?? []
  })
  return { takings, used_up }
}
