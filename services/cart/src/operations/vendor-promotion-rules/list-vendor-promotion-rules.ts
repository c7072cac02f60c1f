import { listVendorPromotionRules as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { labelledRulesOf } from '../../answers/labelled-rules.ts'
import { OF_SELLERS } from '../../clients/rule-values.ts'
import type { Deps } from '../../deps.ts'
import { sellersRuleType } from '../../domain/promotions/rule-attributes.ts'

export const listVendorPromotionRules = implement(contract, async (request, { promotions, bus }: Deps) => {
  const { params, query, actor, deadline, passOn } = request
  const { record } = await promotions.ofSeller(sellerIdOf(actor)).get(params.id, deadline)
  const rule_type = sellersRuleType(params.rule_type)
  return { rules: await labelledRulesOf(record, { rule_type, query }, { bus, passOn, sources: OF_SELLERS }) }
})
