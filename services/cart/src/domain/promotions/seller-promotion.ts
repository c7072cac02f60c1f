import {
  type ApplicationMethodTarget,
  conflict,
  invalidData,
  type PromotionRule,
  type PromotionRuleChangeInput,
  type PromotionRuleInput,
} from '@souk/contracts'
import type { RuleChanges } from './promotion-rules.ts'

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

const isOfGroups = (attribute = '') => /^customer\.groups(?:\.|$)/.test(attribute)
const isOfProducts = (attribute?: string) => attribute === 'items.product.id'

/**
 * The products that rules on lines would name and the present ones do not, without duplicates: those may have been deleted since.
 * @param present the rules before: a change need not repeat the attribute
 */
export const namedProducts = (rules: readonly RuleInput[], present: readonly PromotionRule[] = []): string[] =>
  newlyNamed(isOfProducts, rules, present)

/** The values of rules about such an attribute that no present rule about one has, without duplicates. */
function newlyNamed(
  isMeant: (attribute?: string) => boolean,
  rules: readonly RuleInput[],
  present: readonly PromotionRule[],
): string[] {
  const known = new Set(valuesOf(present, isMeant))
  const named = rules.filter((rule) => isMeant(attributeOf(rule, present))).flatMap(({ values }) => values)
  return [...new Set(named)].filter((id) => !known.has(id))
}

/**
 * Changes of target rules in which a new rule that chooses products (`in`, `eq`) takes the place of all others that do, as with
 * the peer: together they would apply only to what all of them name. Of several new ones the first counts. Rules that exclude
 * products, which the peer does not have, stay.
 * @param present the rules before
 */
export function replacingProducts(changes: RuleChanges, present: readonly PromotionRule[]): RuleChanges {
  const { create = [], update = [], delete: gone = [] } = changes
  const first = create.find(choosesProducts)
  if (!first) return changes
  const after = ({ id, attribute, operator }: PromotionRule) => {
    const change = update.find((one) => one.id === id)
    return { attribute: change?.attribute ?? attribute, operator: change?.operator ?? operator }
  }
  const replaced = present.filter((rule) => choosesProducts(after(rule))).map(({ id }) => id)
  return {
    create: create.filter((rule) => rule === first || !choosesProducts(rule)),
    update,
    delete: [...gone, ...replaced],
  }
}

const choosesProducts = ({ attribute, operator }: Pick<RuleInput, 'attribute' | 'operator'>) =>
  isOfProducts(attribute) && (operator === 'in' || operator === 'eq')

const valuesOf = (rules: readonly PromotionRule[], isMeant: (attribute: string) => boolean) =>
  rules.filter(({ attribute }) => isMeant(attribute)).flatMap(({ values }) => values.map(({ value }) => value))

/** Ids that a seller's rules may name. */
export interface Nameable {
  groups: readonly string[]
  /** Undefined: any, for rules that are not about lines. */
  products: readonly string[] | undefined
}

/**
 * Asserts that rules name only what they named before, or what was found to be the seller's: they may have changed since that
 * was looked up, so that a change of values belongs to another attribute.
 * @throws conflict
 */
export function assertNameable(
  after: readonly PromotionRule[],
  before: readonly PromotionRule[],
  { groups, products }: Nameable,
) {
  const isNew = (isMeant: (attribute: string) => boolean, found: readonly string[]) => {
    const known = new Set([...valuesOf(before, isMeant), ...found])
    return valuesOf(after, isMeant).some((value) => !known.has(value))
  }
  if (isNew(isOfGroups, groups) || (products && isNew(isOfProducts, products)))
    throw conflict('The rules were changed meanwhile; try again', { retry_after: 1 })
}
