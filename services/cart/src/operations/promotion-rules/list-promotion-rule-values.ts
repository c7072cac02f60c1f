import { listPromotionRuleValues as contract, invalidData } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { OF_ADMINISTRATORS, pageOfRuleValues } from '../../clients/rule-values.ts'
import type { Deps } from '../../deps.ts'
import { assertRuleType, ruleAttributesOf } from '../../domain/promotions/rule-attributes.ts'

export const listPromotionRuleValues = implement(contract, async ({ params, query, passOn }, { bus }: Deps) => {
  const { rule_type, rule_attribute_id } = params
  const { application_method_target_type, fields: _fields, with_deleted: _deleted, ...page } = query
  assertRuleType(rule_type)
  // The promotion's type does not matter: quantities, which only buyget promotions have, are not a choice of values.
  const attributes = ruleAttributesOf(rule_type, { application_method_target_type })
  if (!attributes.some(({ id }) => id === rule_attribute_id)) throw invalidData(`Invalid rule attribute - ${rule_attribute_id}`)
  return pageOfRuleValues(rule_attribute_id, page, { bus, passOn, sources: OF_ADMINISTRATORS })
})
