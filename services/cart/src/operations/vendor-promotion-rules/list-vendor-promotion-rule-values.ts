import { listVendorPromotionRuleValues as contract, invalidData } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { OF_SELLERS, pageOfRuleValues } from '../../clients/rule-values.ts'
import type { Deps } from '../../deps.ts'
import { assertRuleType, sellerRuleAttributesOf } from '../../domain/promotions/rule-attributes.ts'

export const listVendorPromotionRuleValues = implement(contract, async ({ params, query, passOn }, { bus }: Deps) => {
  const { rule_type, rule_attribute_id } = params
  const { application_method_target_type: _target, fields: _fields, with_deleted: _deleted, ...page } = query
  assertRuleType(rule_type)
  if (!sellerRuleAttributesOf(rule_type, {}).some(({ id }) => id === rule_attribute_id))
    throw invalidData(`Invalid rule attribute - ${rule_attribute_id}`)
  return pageOfRuleValues(rule_attribute_id, page, { bus, passOn, sources: OF_SELLERS })
})
