import type { LabelledPromotionRule, PromotionRule, PromotionRuleAttribute } from '@souk/contracts'
import type { PromotionRecord } from './promotion.ts'
import { operatorLabel, type RuleContext, type RuleType, ruleAttributesOf } from './rule-attributes.ts'

/** Labels of values by attribute id and value, currencies in lower case. A value without one is its own label. */
export type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The types of the promotion, or else those of the caller. */
export const ruleContextOf = (promotion: PromotionRecord | undefined, asked: RuleContext): RuleContext => ({
  promotion_type: promotion?.type ?? asked.promotion_type,
  application_method_type: promotion?.application_method?.type ?? asked.application_method_type,
  application_method_target_type: promotion?.application_method?.target_type ?? asked.application_method_target_type,
})

/** The values that need labels, by attribute id. */
export function valuesToLabel(
  type: RuleType,
  promotion: PromotionRecord | undefined,
  context: RuleContext,
): Map<string, string[]> {
  const wanted = new Map<string, string[]>()
  for (const attribute of ruleAttributesOf(type, context)) {
    const values = attribute.disguised
      ? disguisedValues(attribute, promotion)
      : ownRules(type, promotion).flatMap((rule) => (rule.attribute === attribute.value ? valuesOf(rule) : []))
    if (Array.isArray(values) && values.length > 0) wanted.set(attribute.id, [...new Set(values)])
  }
  return wanted
}

/** The disguised rules, followed by the others in their order; rules on attributes that are not offered are left out. */
export function labelledRules(
  type: RuleType,
  promotion: PromotionRecord | undefined,
  context: RuleContext,
  labels: Labels,
): LabelledPromotionRule[] {
  const attributes = ruleAttributesOf(type, context)
  const labelled = (id: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: labels.get(id)?.get(id === 'currency_code' ? value.toLowerCase() : value) ?? value }))
  const disguised = attributes.flatMap((attribute) => {
    const values = attribute.disguised && disguisedValues(attribute, promotion)
    if (!attribute.disguised || !(attribute.required || isGiven(values))) return []
    return [disguisedRule(attribute, Array.isArray(values) ? labelled(attribute.id, values) : values)]
  })
  const own = ownRules(type, promotion).flatMap((rule): LabelledPromotionRule[] => {
    const attribute = attributes.find(({ value, disguised }) => !disguised && value === rule.attribute)
    if (!attribute) return []
    const named = { attribute_label: attribute.label, operator_label: operatorLabel(rule.operator) }
    return [{ ...attribute, ...rule, ...named, values: labelled(attribute.id, valuesOf(rule)) }]
  })
  return [...disguised, ...own]
}

function ownRules(type: RuleType, promotion: PromotionRecord | undefined): readonly PromotionRule[] {
  const method = promotion?.application_method
  const rules = { rules: promotion?.rules, 'target-rules': method?.target_rules, 'buy-rules': method?.buy_rules }
  return rules[type] ?? []
}

const valuesOf = ({ values }: PromotionRule) => values.map(({ value }) => value)
const isGiven = (values: unknown) => (Array.isArray(values) ? values.length > 0 : values != null)

/** The field of the application method: a number itself, a text as a single value. */
function disguisedValues({ id }: PromotionRuleAttribute, promotion: PromotionRecord | undefined) {
  const method = promotion?.application_method
  if (id === 'currency_code') return method?.currency_code ? [method.currency_code] : []
  return id === 'apply_to_quantity' ? method?.apply_to_quantity : method?.buy_rules_min_quantity
}

function disguisedRule(
  { id, value: _value, ...attribute }: PromotionRuleAttribute,
  values: LabelledPromotionRule['values'],
): LabelledPromotionRule {
  const named = { attribute: id, attribute_label: attribute.label, operator: 'eq', operator_label: operatorLabel('eq') } as const
  return { ...attribute, ...named, ...(values !== undefined && { values }) }
}
