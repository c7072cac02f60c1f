import {
  type DecisionContext,
  invalidData,
  MAX_PROMOTION_RULES,
  type PromotionRule,
  type PromotionRuleChangeInput,
  type PromotionRuleInput,
} from '@souk/contracts'
import type { PromotionRecord } from './promotion.ts'

/** Most values of a promotion's rules: with them a promotion, which is one document, takes about 2 MB. */
const MAX_VALUES = 5000

export interface RuleChanges {
  create?: readonly PromotionRuleInput[] | undefined
  update?: readonly PromotionRuleChangeInput[] | undefined
  delete?: readonly string[] | undefined
}

const valuesOf = (values: string | readonly string[], newId: DecisionContext['newId']) =>
  (typeof values === 'string' ? [values] : values).map((value) => ({ id: newId('prorulval'), value }))

/** @throws invalid_data for a rule without an attribute */
export function newRules(inputs: readonly PromotionRuleInput[], { newId, now }: DecisionContext): PromotionRule[] {
  for (const { attribute } of inputs) assertAttribute(attribute)
  return inputs.map(({ attribute, operator, description = null, values }) => ({
    id: newId('prorul'),
    attribute,
    operator,
    description,
    values: valuesOf(values, newId),
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }))
}

/**
 * The rules after the changes; new ones come last.
 * @throws invalid_data for changes of unknown rules, several changes of one rule, rules without an attribute, and too many rules
 */
export function rulesAfter(
  present: readonly PromotionRule[],
  { create = [], update = [], delete: gone = [] }: RuleChanges,
  context: DecisionContext,
): PromotionRule[] {
  const unknown = update.map(({ id }) => id).filter((id) => !present.some((rule) => rule.id === id))
  if (unknown.length > 0) throw invalidData(`Promotion rules with id - ${[...new Set(unknown)].join(', ')} not found`)
  const twice = update.find(({ id }, at) => update.findIndex((other) => other.id === id) < at)
  if (twice) throw invalidData(`Promotion rule with id: ${twice.id} is named more than once`)
  const changed = update.reduce<readonly PromotionRule[]>((rules, change) => withChange(rules, change, context), present)
  const rules = [...changed.filter(({ id }) => !gone.includes(id)), ...newRules(create, context)]
  if (rules.length > MAX_PROMOTION_RULES)
    throw invalidData(`A promotion must not have more than ${MAX_PROMOTION_RULES} rules of one kind`)
  return rules
}

function withChange(
  rules: readonly PromotionRule[],
  { id: changed, values, attribute, operator, description }: PromotionRuleChangeInput,
  { newId, now }: DecisionContext,
) {
  assertAttribute(attribute)
  return rules.map((rule): PromotionRule => {
    if (rule.id !== changed) return rule
    return {
      ...rule,
      attribute: attribute ?? rule.attribute,
      operator: operator ?? rule.operator,
      description: description === undefined ? rule.description : description,
      values: valuesOf(values, newId),
      updated_at: now,
    }
  })
}

function assertAttribute(attribute: string | undefined): void {
  if (attribute === '') throw invalidData('rules[].attribute is a required field')
}

/** @throws invalid_data if the promotion's rules have more values than allowed */
export function assertFewValues({ rules, application_method }: Pick<PromotionRecord, 'rules' | 'application_method'>): void {
  const all = [...rules, ...(application_method?.target_rules ?? []), ...(application_method?.buy_rules ?? [])]
  const count = all.reduce((sum, { values }) => sum + values.length, 0)
  if (count > MAX_VALUES) throw invalidData(`The rules of a promotion must not name more than ${MAX_VALUES} values in all`)
}
