import { cartPromotionAmounts, type PromotionAmount, type PromotionBudget } from '@souk/totals'
import type { CartRecord } from '../carts/cart.ts'
import { budgetOf, type SkipReason, unknownBuyer, usedUp } from './budget.ts'
import { eligible, type Taking } from './eligible.ts'
import { inOrder } from './in-order.ts'
import type { PromoCodes } from './promo-codes.ts'
import { type CartPromotion, isActive } from './promotion.ts'
import type { PromotionContext } from './promotion-context.ts'

export interface Skipped {
  code: string
  reason: SkipReason
}

export type Taken = PromotionAmount<Taking>

/** The active promotions that are automatic, or that have one of these ids or codes, in the order in which they are applied. */
export function candidatesOf(known: readonly CartPromotion[], { ids, named }: PromoCodes, now: string): CartPromotion[] {
  const [present, added] = [new Set(ids), new Set(named)]
  const isMeant = ({ id, code, is_automatic }: CartPromotion) => is_automatic || present.has(id) || added.has(code)
  return inOrder(known.filter((one) => isMeant(one) && isActive(one, now)))
}

/**
 * The amounts that the candidates take off, each of what the earlier ones left.
 * @param buyer of a cart, or of an order
 * @throws invalid_data if a candidate by code has a budget that is counted by customer or e-mail, and the buyer lacks it;
 * automatic ones are skipped
 */
export function takenOff(
  candidates: readonly CartPromotion[],
  buyer: Pick<CartRecord, 'customer_id' | 'email' | 'currency_code'>,
  seen: PromotionContext,
): { amounts: Taken[]; skipped: Skipped[] } {
  const budgets = new Map<string, PromotionBudget | null>()
  const exhausted: Skipped[] = []
  const takings = candidates.flatMap((promotion): Taking | [] => {
    const reason = usedUp(promotion, buyer)
    if (reason === 'unknown_buyer') {
      if (!promotion.is_automatic) throw unknownBuyer(promotion)
      return []
    }
    if (reason) {
      exhausted.push({ code: promotion.code, reason })
      return []
    }
    const key = promotion.campaign?.id ?? promotion.id
    if (!budgets.has(key)) budgets.set(key, budgetOf(promotion))
    return eligible(promotion, { seen, currency_code: buyer.currency_code }, budgets.get(key)!) ?? []
  })
  const { amounts, exceeded } = cartPromotionAmounts(takings, seen)
  const over = exceeded.map(({ promotion: { code } }): Skipped => ({ code, reason: 'campaign_budget_exceeded' }))
  return { amounts, skipped: [...exhausted, ...over] }
}

/** The promotions that take something off. */
export const takersOf = (amounts: readonly Taken[]): CartPromotion[] => [
  ...new Set(amounts.map(({ promotion }) => promotion.promotion)),
]
