import {
  invalidData,
  notFound,
  batchPromotionBuyRules as ofBuyRules,
  batchPromotionRules as ofRules,
  batchPromotionTargetRules as ofTargetRules,
  type PromotionRule,
} from '@souk/contracts'
import { Answer, implement, type RequestOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { PromotionRecord } from '../../domain/promotions/promotion.ts'
import { assertFewValues, rulesAfter } from '../../domain/promotions/promotion-rules.ts'

/** One kind of a promotion's rules. */
interface Kind {
  rulesOf: (promotion: PromotionRecord) => readonly PromotionRule[]
  withRules: (promotion: PromotionRecord, rules: PromotionRule[]) => PromotionRecord
}

const methodRules = (kind: 'target_rules' | 'buy_rules'): Kind => ({
  rulesOf: ({ application_method }) => application_method?.[kind] ?? [],
  withRules(promotion, rules) {
    const { application_method: method } = promotion
    if (method === null) throw invalidData('application_method for promotion not found')
    if (kind === 'buy_rules' && promotion.type === 'standard' && rules.length > 0)
      throw invalidData("Can't add buy rules to a standard promotion")
    return { ...promotion, application_method: { ...method, [kind]: rules } }
  },
})

const batch =
  ({ rulesOf, withRules }: Kind) =>
  async ({ params, body, command, newIds }: RequestOf<typeof ofRules>, { promotions }: Deps) => {
    const { create = [], update = [], delete: removed = [] } = body
    const missing = () => notFound(`Promotion with id: ${params.id} was not found`)
    const { record, revision } = await promotions.update(params.id, { ...command, missing }, (promotion, { now }) => {
      if (create.length + update.length + removed.length === 0) return promotion
      const rules = rulesAfter(rulesOf(promotion), body, { newId: newIds(), now })
      const next = withRules(promotion, rules)
      assertFewValues(next)
      return next
    })
    const made = newIds()
    const createdIds = new Set(create.map(() => made('prorul')))
    const updatedIds = new Set(update.map(({ id }) => id))
    const rules = rulesOf(record)
    return new Answer(
      {
        created: rules.filter(({ id }) => createdIds.has(id)),
        updated: rules.filter(({ id }) => updatedIds.has(id)),
        deleted: { ids: removed, object: 'promotion-rule' as const, deleted: true as const },
      },
      { revision },
    )
  }

export const batchPromotionRules = implement(
  ofRules,
  batch({ rulesOf: ({ rules }) => rules, withRules: (promotion, rules) => ({ ...promotion, rules }) }),
)
export const batchPromotionTargetRules = implement(ofTargetRules, batch(methodRules('target_rules')))
export const batchPromotionBuyRules = implement(ofBuyRules, batch(methodRules('buy_rules')))
