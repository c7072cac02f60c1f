import { listPromotionRules as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { labelsOf } from '../../clients/rule-values.ts'
import type { Deps } from '../../deps.ts'
import { contextOf, labelledRules, valuesToLabel } from '../../domain/promotions/labelled-rules.ts'
import { assertRuleType } from '../../domain/promotions/rule-attributes.ts'

export const listPromotionRules = implement(contract, async (request, { promotions, bus }: Deps) => {
  const { rule_type, id } = request.params
  assertRuleType(rule_type)
  const promotion = (await promotions.find(id, request.deadline))?.record
  const context = contextOf(promotion, request.query)
  const wanted = [...valuesToLabel(rule_type, promotion, context)]
  const labels = await Promise.all(
    wanted.map(async ([attribute, values]) => [attribute, await labelsOf(attribute, values, bus, request.passOn)] as const),
  )
  return { rules: labelledRules(rule_type, promotion, context, new Map(labels)) }
})
