import { listVendorPromotionRuleAttributes as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { assertRuleType, sellerRuleAttributesOf } from '../../domain/promotions/rule-attributes.ts'

export const listVendorPromotionRuleAttributes = implement(contract, async ({ params: { rule_type }, query }) => {
  assertRuleType(rule_type)
  return { attributes: sellerRuleAttributesOf(rule_type, query) }
})
