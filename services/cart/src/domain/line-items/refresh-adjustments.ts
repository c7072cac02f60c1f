import type { Promotion } from '@souk/contracts'
import { type PromotionRule, promotionAmounts } from '@souk/totals'

interface Adjustment {
  id: string
  amount: number
  is_tax_inclusive: boolean
  promotion_id: string | null
}

/** A line or shipping method, with its totals as they are without promotions. */
interface Adjusted {
  id: string
  quantity?: number
  subtotal: number
  original_total: number
}

/**
 * The promotions' adjustments of one line or shipping method after its price or quantity changed: percentages follow, fixed
 * amounts stay, and together they never take more than there is. Empty adjustments are left out; unchanged ones stay the same
 * objects.
 */
export function refreshAdjustments<A extends Adjustment>(
  adjustments: readonly A[],
  line: Adjusted,
  promotions: readonly Promotion[],
): A[] {
  const rules = adjustments.map((adjustment) => ({ ...ruleOf(adjustment, promotions), adjustment }))
  return promotionAmounts(rules, [line]).map(({ promotion: { adjustment }, amount }) =>
    adjustment.amount === amount ? adjustment : { ...adjustment, amount },
  )
}

/** Across one line, a fixed value is that line's own. */
function ruleOf({ amount, is_tax_inclusive, promotion_id }: Adjustment, promotions: readonly Promotion[]): PromotionRule {
  const method = promotions.find(({ id }) => id === promotion_id)?.application_method
  return method?.type === 'percentage'
    ? { type: 'percentage', allocation: 'each', value: method.value, is_tax_inclusive }
    : { type: 'fixed', allocation: 'across', value: amount, is_tax_inclusive }
}
