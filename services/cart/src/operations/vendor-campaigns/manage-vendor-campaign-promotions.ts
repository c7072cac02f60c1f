import { manageVendorCampaignPromotions as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { campaignAnswer } from '../../answers/campaign.ts'
import type { Deps } from '../../deps.ts'
import { changeCampaignMembers } from '../../stores/campaign-members.ts'

export const manageVendorCampaignPromotions = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command, deadline } = request
  const seller_id = sellerIdOf(actor)
  const campaign = await deps.campaigns.ofSeller(seller_id).get(params.id, deadline)
  const promotions = deps.promotions.ofSeller(seller_id)
  const { add = [], remove = [] } = body
  await Promise.all([...add, ...remove].map((id) => promotions.get(id, deadline)))
  await changeCampaignMembers(promotions, campaign.record, body, command)
  return campaignAnswer(campaign, request, deps)
})
