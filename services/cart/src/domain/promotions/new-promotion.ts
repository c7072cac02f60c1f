import { type ApplicationMethodInput, type DecisionContext, invalidData, type PromotionInput } from '@souk/contracts'
import { assertApplicationMethod, assertQuantityGiven, assertRulesSuitType } from './assert-application-method.ts'
import type { ApplicationMethodRecord, PromotionRecord } from './promotion.ts'
import { assertFewValues, newRules } from './promotion-rules.ts'

type NewPromotion = Omit<PromotionRecord, 'id' | 'created_at' | 'updated_at' | 'deleted_at'>

/** An unused promotion without a campaign. @throws invalid_data */
export function newPromotion(input: PromotionInput, context: DecisionContext): NewPromotion {
  const { code, type, status, is_automatic = false, is_tax_inclusive = false, limit = null, metadata = null } = input
  const promotion = {
    code,
    type,
    status,
    is_automatic,
    is_tax_inclusive,
    limit,
    metadata,
    campaign_id: null,
    application_method: newMethod(input, context),
    rules: newRules(input.rules ?? [], context),
  }
  assertFewValues(promotion)
  return promotion
}

function newMethod({ type, application_method: input }: PromotionInput, context: DecisionContext): ApplicationMethodRecord {
  const { target_rules = [], buy_rules = [] } = input
  if (input.target_type === 'order' && target_rules.length > 0)
    throw invalidData('Target rules for application method with target type (order) is not allowed')
  if (type === 'buyget') assertRulesSuitType({ target_rules, buy_rules }, type)
  const terms = termsOf(input)
  assertApplicationMethod(terms, type)
  assertQuantityGiven(terms)
  if (type === 'standard') assertRulesSuitType({ target_rules, buy_rules }, type)
  return {
    id: context.newId('proappmet'),
    ...terms,
    target_rules: newRules(target_rules, context),
    buy_rules: newRules(buy_rules, context),
    created_at: context.now,
    updated_at: context.now,
    deleted_at: null,
  }
}

const termsOf = (input: ApplicationMethodInput) => ({
  type: input.type,
  target_type: input.target_type,
  allocation: input.allocation ?? null,
  value: input.value,
  currency_code: input.currency_code ?? null,
  max_quantity: input.max_quantity ?? null,
  apply_to_quantity: input.apply_to_quantity ?? null,
  buy_rules_min_quantity: input.buy_rules_min_quantity ?? null,
})
