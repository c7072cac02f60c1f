import { createVendorCampaign as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { campaignAnswer } from '../../answers/campaign.ts'
import type { Deps } from '../../deps.ts'
import { newCampaign } from '../../domain/promotions/new-campaign.ts'

export const createVendorCampaign = implement(contract, async (request, deps: Deps) => {
  const context = { newId: request.newIds(), now: new Date().toISOString() }
  const campaign = { ...newCampaign(request.body, context), seller_id: sellerIdOf(request.actor) }
  return campaignAnswer(await deps.campaigns.create(campaign, request), request, deps)
})
