import { getVendorCampaign as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { campaignAnswer } from '../../answers/campaign.ts'
import type { Deps } from '../../deps.ts'

export const getVendorCampaign = implement(contract, async ({ params, query, actor, selection, deadline }, deps: Deps) => {
  const campaign = await deps.campaigns.ofSeller(sellerIdOf(actor)).get(params.id, deadline)
  return campaignAnswer(campaign, { selection, deadline, members: query }, deps)
})
