import { listVendorPromotionRuleValues as contract, invalidData } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { OF_SELLERS, pageOfRuleValues } from '../../clients/rule-values.ts'
import type { Deps } from '../../deps.ts'
import { sellerRuleAttributesOf, sellersRuleType } from '../../domain/promotions/rule-attributes.ts'

export const listVendorPromotionRuleValues = implement(contract, async ({ params, query, passOn }, { bus }: Deps) => {
  const { rule_type, rule_attribute_id } = params
  if (!sellerRuleAttributesOf(sellersRuleType(rule_type), {}).some(({ id }) => id === rule_attribute_id))
    throw invalidData(`Invalid rule attribute - ${rule_attribute_id}`)
  return pageOfRuleValues(rule_attribute_id, query, { bus, passOn, sources: OF_SELLERS })
})
