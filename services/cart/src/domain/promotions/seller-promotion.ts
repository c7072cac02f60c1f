import {
  type ApplicationMethodTarget,
  invalidData,
  type PromotionRule,
  type PromotionRuleChangeInput,
  type PromotionRuleInput,
} from '@souk/contracts'

/** The same for another seller's campaign and for an unknown one, so that they cannot be told apart. */
export const NOT_ITS_OWN_CAMPAIGN = 'Vendor Promotion can be linked only to seller own campaign!'

/** Whole orders, and their shipping, may involve several sellers. @throws invalid_data */
export function assertOfItems(method: { target_type?: ApplicationMethodTarget | undefined } | undefined) {
  if (method?.target_type !== undefined && method.target_type !== 'items')
    throw invalidData('Invalid Vendor Promotion target_type!')
}

/**
 * The products that rules on lines would name, without duplicates.
 * @param present the rules before: a change need not repeat the attribute
 */
export function namedProducts(
  rules: readonly (PromotionRuleInput | PromotionRuleChangeInput)[],
  present: readonly PromotionRule[] = [],
): string[] {
  const attributeOf = (rule: PromotionRuleInput | PromotionRuleChangeInput) =>
    rule.attribute ?? ('id' in rule ? present.find(({ id }) => id === rule.id)?.attribute : undefined)
  return [...new Set(rules.filter((rule) => attributeOf(rule) === 'items.product.id').flatMap(({ values }) => values))]
}
