import { updateCampaign as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { campaignAnswer } from '../../answers/campaign.ts'
import type { Deps } from '../../deps.ts'
import { limited } from '../../domain/promotions/change-campaign.ts'
import type { CampaignRecord } from '../../domain/promotions/promotion.ts'

export const updateCampaign = implement(contract, async (request, deps: Deps) => {
  const { budget, ...fields } = request.body
  const change = patch<CampaignRecord>(fields)
  const found = await deps.campaigns.update(request.params.id, request.command, (campaign, context) =>
    limited(change(campaign), budget, context),
  )
  return campaignAnswer(found, request, deps)
})
