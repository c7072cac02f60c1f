import {
  notFound,
  batchPromotionBuyRules as ofBuyRules,
  batchPromotionRules as ofRules,
  batchPromotionTargetRules as ofTargetRules,
} from '@souk/contracts'
import { Answer, implement, type RequestOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { BUY_RULES, changeRules, RULES, type RuleKind, TARGET_RULES } from '../change-rules.ts'

const batch =
  (kind: RuleKind) =>
  async (request: RequestOf<typeof ofRules>, { promotions }: Deps) => {
    const { params, body, newIds } = request
    const { create = [], update = [], delete: removed = [] } = body
    const missing = () => notFound(`Promotion with id: ${params.id} was not found`)
    const command = { ...request.command, missing }
    const { record, revision } = await changeRules(kind, { ...request, command }, promotions)
    const made = newIds()
    const createdIds = new Set(create.map(() => made('prorul')))
    const updatedIds = new Set(update.map(({ id }) => id))
    const rules = kind.rulesOf(record)
    return new Answer(
      {
        created: rules.filter(({ id }) => createdIds.has(id)),
        updated: rules.filter(({ id }) => updatedIds.has(id)),
        deleted: { ids: removed, object: 'promotion-rule' as const, deleted: true as const },
      },
      { revision },
    )
  }

export const batchPromotionRules = implement(ofRules, batch(RULES))
export const batchPromotionTargetRules = implement(ofTargetRules, batch(TARGET_RULES))
export const batchPromotionBuyRules = implement(ofBuyRules, batch(BUY_RULES))
