import { updateCampaign as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { campaignAnswer } from '../../answers/campaign.ts'
import type { Deps } from '../../deps.ts'
import { changeCampaign } from '../change-campaign.ts'

export const updateCampaign = implement(contract, async (request, deps: Deps) =>
  campaignAnswer(await changeCampaign(request, deps.campaigns), request, deps),
)
