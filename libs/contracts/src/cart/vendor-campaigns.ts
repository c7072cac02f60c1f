import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { AdminPromotion, Campaign } from './admin-promotion.ts'
import { CampaignChangeInput, CampaignInput } from './campaign-inputs.ts'
import { CAMPAIGN_DEFAULTS, CAMPAIGN_SEARCH, manageCampaignPromotions } from './campaigns.ts'
import { PROMOTION_SEARCH } from './promotions.ts'

const campaigns = plainResource({
  service: 'cart',
  path: '/vendor/campaigns',
  noun: ['campaign of the seller', "the seller's campaigns"],
  keys: ['campaign', 'campaigns'],
  schema: Campaign,
  examples: { id: demonstrationId('procamp', 3), deleted: demonstrationId('procamp', 4) },
  defaults: CAMPAIGN_DEFAULTS,
})

/** The seller's own ones. Others are refused like unknown ones. */
export const listVendorCampaigns = campaigns.list('list-vendor-campaigns', {
  sort: ['created_at', 'updated_at', 'name', 'campaign_identifier', 'starts_at', 'ends_at'],
  filter: ['id', 'campaign_identifier', 'budget.currency_code'],
  ...CAMPAIGN_SEARCH,
  order: OLDEST_FIRST,
  deleted: 'hidden',
})
/** Identifiers are unique among the campaigns of all sellers and the marketplace that are not deleted. */
export const createVendorCampaign = {
  ...campaigns.create(
    'create-vendor-campaign',
    CampaignInput.meta({
      example: { name: 'Spring cleaning', campaign_identifier: 'SPRING-2027', budget: { type: 'usage', limit: 100 } },
    }),
  ),
  status: 201 as const,
  query: RecordQuery,
}
/**
 * The parameters of lists are about its `promotions`, if `fields` asks for them: as in Mercur, it shows a page of them, but only
 * the seller's own, even if an administrator added others. Otherwise `promotions` is empty.
 */
export const getVendorCampaign = {
  ...campaigns.get('get-vendor-campaign'),
  selects: {
    key: 'campaign',
    schema: Campaign,
    defaults: [...CAMPAIGN_DEFAULTS, 'promotions.id'],
    companions: [{ bring: ['promotions.id'] }],
  },
  query: listQuery(AdminPromotion, {
    sort: ['created_at', 'updated_at', 'code', 'type'],
    filter: ['created_at', 'updated_at'],
    ...PROMOTION_SEARCH,
    order: OLDEST_FIRST,
    deleted: 'hidden',
  }),
}
/** Of its budget only the limit can change. */
export const updateVendorCampaign = {
  ...campaigns.update('update-vendor-campaign', CampaignChangeInput.meta({ example: { description: 'All that is left' } })),
  query: RecordQuery,
}
/** Its promotions stay, but take nothing off until they leave it (`campaign_id: null`). */
export const deleteVendorCampaign = campaigns.delete('delete-vendor-campaign')
/**
 * Promotions that are not the seller's are refused (403) before any is moved. One in another currency than the campaign's `spend`
 * budget is added, but takes nothing off. This changes the promotions, but not the campaign's revision.
 */
export const manageVendorCampaignPromotions = {
  ...campaigns.act('manage-vendor-campaign-promotions', {
    below: 'promotions',
    summary: "Add and remove promotions of one of the seller's campaigns",
    body: manageCampaignPromotions.body.meta({ example: { remove: [demonstrationId('promo', 5)] } }),
    ifMatch: 'none',
  }),
  query: RecordQuery,
}

export const vendorCampaignOperations = {
  listVendorCampaigns,
  createVendorCampaign,
  getVendorCampaign,
  updateVendorCampaign,
  deleteVendorCampaign,
  manageVendorCampaignPromotions,
}
