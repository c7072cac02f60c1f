import { invalidData } from '@souk/contracts'
import { exactSum, type PromotionBudget } from '@souk/totals'
import type { CartRecord } from '../carts/cart.ts'
import { attributeValueOf } from './order-uses.ts'
import type { CartPromotion } from './promotion.ts'

/** Why a cart does not take a promotion that it would otherwise take. */
export type SkipReason = 'promotion_limit_exceeded' | 'campaign_budget_exceeded'

type Buyer = Pick<CartRecord, 'customer_id' | 'email'>

/**
 * Whether this buyer may not use the promotion once more. `unknown_buyer`: its budget is counted by customer or e-mail, which the
 * cart lacks.
 */
export function usedUp(
  { campaign, limit, used }: CartPromotion,
  { customer_id, email }: Buyer,
): SkipReason | 'unknown_buyer' | undefined {
  const budget = campaign?.budget
  if (budget?.type === 'use_by_attribute') {
    const value = attributeValueOf(budget, { customer_id, email })
    if (!value) return 'unknown_buyer'
    const usage = budget.usages.find(({ attribute_value }) => attribute_value === value)
    if (usage && budget.limit && usage.used + 1 > budget.limit) return 'campaign_budget_exceeded'
  }
  return limit !== null && used >= limit ? 'promotion_limit_exceeded' : undefined
}

/** The text that clients know, including its misspelling. */
export const unknownBuyer = ({ campaign }: CartPromotion) =>
  invalidData(`Attribute value for "${campaign?.budget?.attribute}" is required by promotion campaing budget`)

/** The rest of the campaign's budget, 0 if it may not be used once more; null: unlimited. A limit of 0 means none. */
export function budgetOf({ campaign }: CartPromotion): PromotionBudget | null {
  const budget = campaign?.budget
  if (!budget?.limit || budget.type === 'use_by_attribute') return null
  if (budget.type === 'spend') return { spendable: exactSum([budget.limit, -budget.used]) }
  return budget.used + 1 > budget.limit ? { spendable: 0 } : null
}
