import { listPromotionRuleAttributes as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { assertRuleType, ruleAttributesOf } from '../../domain/promotions/rule-attributes.ts'

export const listPromotionRuleAttributes = implement(contract, async ({ params: { rule_type }, query }) => {
  assertRuleType(rule_type)
  return { attributes: [...ruleAttributesOf(rule_type, query)] }
})
