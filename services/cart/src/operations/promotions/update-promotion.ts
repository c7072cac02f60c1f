import { type AdminApplicationMethod, updatePromotion as contract, invalidData } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { promotionAnswer } from '../../answers/promotion.ts'
import type { Deps } from '../../deps.ts'
import { assertChangeable, termsAfter } from '../../domain/promotions/change-promotion.ts'
import { isOfOtherCurrency } from '../../domain/promotions/currency.ts'
import type { PromotionRecord } from '../../domain/promotions/promotion.ts'

export const updatePromotion = implement(contract, async (request, deps: Deps) => {
  const { params, command, deadline } = request
  const { application_method: change, ...fields } = request.body
  const { campaign_id, limit } = fields
  const campaign = campaign_id ? await deps.campaigns.find(campaign_id, deadline) : undefined

  const changed = await deps.promotions.update(params.id, command, (promotion, { now }) => {
    const method = promotion.application_method
    const application_method = change && method ? changedMethod(method, change, now) : method
    const next = patch<PromotionRecord>({ ...fields, application_method })(promotion)
    assertChangeable(promotion, next, limit)
    if (campaign_id && !campaign) throw invalidData(`Could not find campaign with id ${campaign_id}`)
    if (campaign_id && campaign && isOfOtherCurrency(campaign.record, next))
      throw invalidData(`Currency code doesn't match for campaign (${campaign_id}) and promotion (${promotion.id})`)
    return next
  })
  return promotionAnswer(changed, request, deps)
})

type Change = Parameters<typeof termsAfter>[0]

function changedMethod(method: AdminApplicationMethod, change: Change, now: string): AdminApplicationMethod {
  const next = patch<AdminApplicationMethod>(termsAfter(change))(method)
  return next === method ? method : { ...next, updated_at: now }
}
