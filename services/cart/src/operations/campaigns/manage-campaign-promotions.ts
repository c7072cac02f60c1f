import { manageCampaignPromotions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { campaignAnswer } from '../../answers/campaign.ts'
import type { Deps } from '../../deps.ts'
import { changeCampaignMembers } from '../../stores/campaign-members.ts'

export const manageCampaignPromotions = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const campaign = await deps.campaigns.get(params.id, deadline)
  await changeCampaignMembers(deps.promotions, campaign.record, body, command)
  return campaignAnswer(campaign, request, deps)
})
