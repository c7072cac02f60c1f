import { listVendorPromotionRuleAttributes as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { sellerRuleAttributesOf, sellersRuleType } from '../../domain/promotions/rule-attributes.ts'

export const listVendorPromotionRuleAttributes = implement(contract, async ({ params: { rule_type }, query }) => {
  return { attributes: [...sellerRuleAttributesOf(sellersRuleType(rule_type), query)] }
})
