import type { LabelledPromotionRule } from '@souk/contracts'
import { type Asking, labelsOf } from '../clients/rule-values.ts'
import { labelledRules, ruleContextOf, valuesToLabel } from '../domain/promotions/labelled-rules.ts'
import type { PromotionRecord } from '../domain/promotions/promotion.ts'
import type { RuleContext, RuleType } from '../domain/promotions/rule-attributes.ts'

/** The rules of a promotion with labels. @param promotion undefined for one that is yet to be made @throws unavailable */
export async function labelledRulesOf(
  promotion: PromotionRecord | undefined,
  { rule_type, query }: { rule_type: RuleType; query: RuleContext },
  asking: Asking,
): Promise<LabelledPromotionRule[]> {
  const context = ruleContextOf(promotion, query)
  const wanted = [...valuesToLabel(rule_type, promotion, context)]
  const labels = await Promise.all(
    wanted.map(async ([attribute, values]) => [attribute, await labelsOf(attribute, values, asking)] as const),
  )
  return labelledRules(rule_type, promotion, context, new Map(labels))
}
