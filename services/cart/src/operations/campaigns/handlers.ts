import { campaignOperations, deleteCampaign, getCampaign, listCampaigns } from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { campaignAnswer, shownCampaigns } from '../../answers/campaign.ts'
import type { Deps } from '../../deps.ts'
import { createCampaign } from './create-campaign.ts'
import { manageCampaignPromotions } from './manage-campaign-promotions.ts'
import { updateCampaign } from './update-campaign.ts'

const campaigns = recordHandlers({
  keys: ['campaign', 'campaigns'],
  store: ({ campaigns }: Deps) => campaigns,
  show: shownCampaigns,
  answer: campaignAnswer,
})

export const campaignHandlers = implementAll(campaignOperations, {
  listCampaigns: campaigns.list(listCampaigns),
  createCampaign,
  getCampaign: campaigns.get(getCampaign),
  updateCampaign,
  deleteCampaign: campaigns.delete(deleteCampaign),
  manageCampaignPromotions,
})
