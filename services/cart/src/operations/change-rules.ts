import { type BodyOf, type batchPromotionRules, invalidData, type PromotionRule } from '@souk/contracts'
import type { FoundRecord, RequestContext } from '@souk/runtime'
import type { PromotionRecord } from '../domain/promotions/promotion.ts'
import { assertFewValues, type RuleChanges, rulesAfter } from '../domain/promotions/promotion-rules.ts'
import type { PromotionStore } from '../stores/promotions.ts'

/** One kind of a promotion's rules. */
export interface RuleKind {
  rulesOf: (promotion: PromotionRecord) => readonly PromotionRule[]
  withRules: (promotion: PromotionRecord, rules: PromotionRule[]) => PromotionRecord
  /** The changes that requested ones amount to, by the rules before them; the requested ones themselves if absent. */
  changesOf?: (requested: RuleChanges, present: readonly PromotionRule[]) => RuleChanges
}

const ofMethod = (kind: 'target_rules' | 'buy_rules'): RuleKind => ({
  rulesOf: ({ application_method }) => application_method?.[kind] ?? [],
  withRules(promotion, rules) {
    const { application_method: method } = promotion
    if (method === null) throw invalidData('application_method for promotion not found')
    if (kind === 'buy_rules' && promotion.type === 'standard' && rules.length > 0)
      throw invalidData("Can't add buy rules to a standard promotion")
    return { ...promotion, application_method: { ...method, [kind]: rules } }
  },
})

export const RULES: RuleKind = { rulesOf: ({ rules }) => rules, withRules: (promotion, rules) => ({ ...promotion, rules }) }
export const TARGET_RULES = ofMethod('target_rules')
export const BUY_RULES = ofMethod('buy_rules')

type Request = Pick<RequestContext, 'command' | 'newIds'> & {
  params: { id: string }
  body: BodyOf<typeof batchPromotionRules>
}

/**
 * Changes all or nothing.
 * @param assertAllowed judges the rules of this kind after the change, and before it
 * @throws the store's refusals; invalid_data; refusals of `assertAllowed`
 */
export function changeRules(
  { rulesOf, withRules, changesOf = (requested) => requested }: RuleKind,
  { params, body, command, newIds }: Request,
  promotions: Pick<PromotionStore, 'update'>,
  assertAllowed: (after: readonly PromotionRule[], before: readonly PromotionRule[]) => void = () => {},
): Promise<FoundRecord<PromotionRecord>> {
  const { create = [], update = [], delete: removed = [] } = body
  return promotions.update(params.id, command, (promotion, { now }) => {
    if (create.length + update.length + removed.length === 0) return promotion
    const present = rulesOf(promotion)
    const rules = rulesAfter(present, changesOf(body, present), { newId: newIds(), now })
    assertAllowed(rules, present)
    const next = withRules(promotion, rules)
    assertFewValues(next)
    return next
  })
}
