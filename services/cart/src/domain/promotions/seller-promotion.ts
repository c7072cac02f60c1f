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

type RuleInput = PromotionRuleInput | PromotionRuleChangeInput

/** The attribute of a rule after a change, which need not repeat it. @param present the rules before */
const attributeOf = (rule: RuleInput, present: readonly PromotionRule[]) =>
  rule.attribute ?? ('id' in rule ? present.find(({ id }) => id === rule.id)?.attribute : undefined)

/**
 * The customer groups that rules would name and the present ones do not, without duplicates. Only ids name groups: the values of
 * rules on other fields of groups (names, dates) are taken for ids, too, and match no group.
 */
export const namedGroups = (rules: readonly RuleInput[], present: readonly PromotionRule[] = []): string[] =>
  newlyNamed(isOfGroups, rules, present)

const isOfGroups = (attribute: string) => /^customer\.groups(?:\.|$)/.test(attribute)

/**
 * The products that rules on lines would name and the present ones do not, without duplicates: those may have been deleted since.
 * @param present the rules before: a change need not repeat the attribute
 */
export const namedProducts = (rules: readonly RuleInput[], present: readonly PromotionRule[] = []): string[] =>
  newlyNamed((attribute) => attribute === 'items.product.id', rules, present)

/** The values of rules about such an attribute that no present rule about one has, without duplicates. */
function newlyNamed(
  isMeant: (attribute: string) => boolean,
  rules: readonly RuleInput[],
  present: readonly PromotionRule[],
): string[] {
  const known = new Set(
    present.filter(({ attribute }) => isMeant(attribute)).flatMap(({ values }) => values.map((one) => one.value)),
  )
  const named = rules.filter((rule) => isMeant(attributeOf(rule, present) ?? '')).flatMap(({ values }) => values)
  return [...new Set(named)].filter((id) => !known.has(id))
}
