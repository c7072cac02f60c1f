import { deleteVendorCampaign, listVendorCampaigns, sellerIdOf, vendorCampaignOperations } from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { campaignAnswer, shownCampaigns } from '../../answers/campaign.ts'
import type { Deps } from '../../deps.ts'
import { createVendorCampaign } from './create-vendor-campaign.ts'
import { getVendorCampaign } from './get-vendor-campaign.ts'
import { manageVendorCampaignPromotions } from './manage-vendor-campaign-promotions.ts'
import { updateVendorCampaign } from './update-vendor-campaign.ts'

const campaigns = recordHandlers({
  keys: ['campaign', 'campaigns'],
  store: (deps: Deps, { actor }) => deps.campaigns.ofSeller(sellerIdOf(actor)),
  show: shownCampaigns,
  answer: campaignAnswer,
})

export const vendorCampaignHandlers = implementAll(vendorCampaignOperations, {
  listVendorCampaigns: campaigns.list(listVendorCampaigns),
  createVendorCampaign,
  getVendorCampaign,
  updateVendorCampaign,
  deleteVendorCampaign: campaigns.delete(deleteVendorCampaign),
  manageVendorCampaignPromotions,
})
