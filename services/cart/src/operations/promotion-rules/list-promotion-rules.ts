import { listPromotionRules as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { labelledRulesOf } from '../../answers/labelled-rules.ts'
import { OF_ADMINISTRATORS } from '../../clients/rule-values.ts'
import type { Deps } from '../../deps.ts'
import { assertRuleType } from '../../domain/promotions/rule-attributes.ts'

export const listPromotionRules = implement(contract, async (request, { promotions, bus }: Deps) => {
  const { params, query, deadline, passOn } = request
  const { rule_type, id } = params
  assertRuleType(rule_type)
  const promotion = (await promotions.find(id, deadline))?.record
  return { rules: await labelledRulesOf(promotion, { rule_type, query }, { bus, passOn, sources: OF_ADMINISTRATORS }) }
})
