import type { EligiblePromotion, PromotionBudget } from '@souk/totals'
import { countsIn, isSameCurrency } from './currency.ts'
import type { CartPromotion } from './promotion.ts'
import type { PromotionContext } from './promotion-context.ts'
import { meetsRules } from './rules.ts'

/** A promotion that the cart takes, with the lines or shipping methods that it applies to. */
export interface Taking extends EligiblePromotion {
  promotion: CartPromotion
}

/**
 * Undefined if the promotion or its campaign's budget has another currency, or the cart does not meet its rules. Whether lines
 * have any value is checked with the amounts. A seller's promotion applies only to lines of that seller's goods, and to no
 * shipping method; other lines count neither as bought nor for its rules.
 */
export function eligible(
  promotion: CartPromotion,
  { seen, currency_code }: { seen: PromotionContext; currency_code: string },
  budget: PromotionBudget | null,
): Taking | undefined {
  const { application_method: method, campaign, type, is_tax_inclusive, seller_id } = promotion
  if (!method || (method.currency_code && !isSameCurrency(method.currency_code, currency_code))) return undefined
  if (campaign && !countsIn(campaign, currency_code)) return undefined
  if (!meetsRules(promotion.rules, seller_id ? seen.cartOf(seller_id) : seen.cart, 'order')) return undefined
  const { target_rules, buy_rules, value, allocation } = method
  const ofOrder = method.target_type === 'order' ? 'across' : 'each'
  const numbers = { ...method, value: value ?? 0, allocation: allocation ?? ofOrder }
  const common = { promotion, type, method: numbers, is_tax_inclusive, budget }

  if (type === 'standard' && method.target_type === 'shipping_methods') {
    const methods = seen.shipping_methods.filter((subject) => !seller_id && meetsRules(target_rules, subject, 'shipping_methods'))
    return { ...common, target: 'shipping_methods', line_ids: methods.map(({ id }) => id) }
  }
  const own = seller_id ? seen.items.filter((line) => line.seller_id === seller_id) : seen.items
  const lines = own.filter((line) => line.is_discountable && meetsRules(target_rules, line, 'items'))
  const line_ids = lines.map(({ id }) => id)
  if (type === 'standard') return { ...common, target: 'items', line_ids }
  // Lines count as bought even if they may not be discounted; without rules, none does.
  const bought = buy_rules.length === 0 ? [] : own.filter((line) => meetsRules(buy_rules, line, 'items'))
  return { ...common, target: 'items', line_ids, buy_line_ids: bought.map(({ id }) => id) }
}
