import { getVendorCampaign as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { campaignAnswer } from '../../answers/campaign.ts'
import type { Deps } from '../../deps.ts'

export const getVendorCampaign = implement(contract, async (request, deps: Deps) => {
  const { params, query, actor, deadline } = request
  const campaign = await deps.campaigns.ofSeller(sellerIdOf(actor)).get(params.id, deadline)
  const members = query.fields?.includes('promotions') ? query : 'none'
  return campaignAnswer(campaign, { ...request, members }, deps)
})
