import { createCampaign as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { campaignAnswer } from '../../answers/campaign.ts'
import type { Deps } from '../../deps.ts'
import { newCampaign } from '../../domain/promotions/new-campaign.ts'

export const createCampaign = implement(contract, async (request, deps: Deps) => {
  const context = { newId: request.newIds(), now: new Date().toISOString() }
  return campaignAnswer(await deps.campaigns.create(newCampaign(request.body, context), request), request, deps)
})
