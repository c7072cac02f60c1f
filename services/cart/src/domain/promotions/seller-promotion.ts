import {
  type ApplicationMethodTarget,
  invalidData,
  type PromotionRule,
  type PromotionRuleChangeInput,
  type PromotionRuleInput,
} from '@souk/contracts'

/** No campaign of others is told from one that is not there. */
export const NOT_ITS_OWN_CAMPAIGN = 'Vendor Promotion can be linked only to seller own campaign!'

/** Whole orders, and their shipping, are not only of one seller. @throws invalid_data */
export function assertOfItems(method: { target_type?: ApplicationMethodTarget | undefined } | undefined) {
  if (method?.target_type !== undefined && method.target_type !== 'items')
    throw invalidData('Invalid Vendor Promotion target_type!')
}

/**
 * The products, without repeats, that rules on lines would name. @param present the rules before: a change may leave the
 * attribute
 */
export function namedProducts(
  rules: readonly (PromotionRuleInput | PromotionRuleChangeInput)[],
  present: readonly PromotionRule[] = [],
): string[] {
  const attributeOf = (rule: PromotionRuleInput | PromotionRuleChangeInput) =>
    rule.attribute ?? ('id' in rule ? present.find(({ id }) => id === rule.id)?.attribute : undefined)
  return [...new Set(rules.filter((rule) => attributeOf(rule) === 'items.product.id').flatMap(({ values }) => values))]
}
