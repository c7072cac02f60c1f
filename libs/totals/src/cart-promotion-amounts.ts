import { type BuyGet, buyGetAmounts, UsedUnits } from './buy-get-amounts.ts'
import { type PromotionAmount, type PromotionLine, type PromotionRule, standardAmounts } from './promotion-amounts.ts'
import { Taken } from './taken.ts'

/** A promotion with the lines or shipping methods of a cart that it applies to. */
export interface EligiblePromotion extends BuyGet {
  type: 'standard' | 'buyget'
  target: 'items' | 'shipping_methods'
  /** `allocation` and `value` of `standard`: see `PromotionRule`; `max_quantity` of `each`: absent or null is 1. */
  method: BuyGet['method'] & Pick<PromotionRule, 'allocation'>
  /** For shipping methods, and for `buyget`, amounts are always before tax. */
  is_tax_inclusive: boolean
}

interface Lines {
  items: readonly PromotionLine[]
  shipping_methods: readonly PromotionLine[]
}

/**
 * The amounts that promotions take off a cart, and the promotions of which an amount was left out because it exceeded their
 * budget. Promotions are applied in the given order, each to what the earlier ones left; `buyget` must come first, since it
 * considers only prices.
 */
export function cartPromotionAmounts<P extends EligiblePromotion>(
  promotions: readonly P[],
  lines: Lines,
): { amounts: PromotionAmount<P>[]; exceeded: P[] } {
  const taken = new Taken()
  const used = new UsedUnits()
  const given = promotions.map((promotion) => {
    if (promotion.type === 'buyget') return buyGetAmounts(promotion, lines.items, taken, used)
    const eligible = new Set(promotion.line_ids)
    const touched = lines[promotion.target].filter(({ id }) => eligible.has(id))
    const { amounts, isExceeded } = standardAmounts(ruleOf(promotion), touched, taken)
    return { amounts: amounts.map((amount) => ({ ...amount, promotion })), isExceeded }
  })
  return {
    amounts: given.flatMap(({ amounts }) => amounts),
    exceeded: promotions.filter((_, index) => given[index]!.isExceeded),
  }
}

function ruleOf({ method, target, is_tax_inclusive, budget }: EligiblePromotion): PromotionRule {
  const { type, value, allocation, max_quantity } = method
  const rule = { type, value, allocation, budget }
  // A shipping method has one unit, so only `once` can leave any out.
  if (target === 'shipping_methods') return { ...rule, max_quantity: allocation === 'once' ? max_quantity : null }
  const unlimited = allocation === 'each' ? 1 : null
  return { ...rule, is_tax_inclusive, max_quantity: allocation === 'across' ? max_quantity || null : (max_quantity ?? unlimited) }
}
