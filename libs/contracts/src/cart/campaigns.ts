import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { Campaign } from './admin-promotion.ts'
import { CampaignChangeInput, CampaignInput } from './campaign-inputs.ts'

/** By which campaigns are searched in every list of them. */
export const CAMPAIGN_SEARCH = { q: ['name', 'description'], qInside: true } as const

export const CAMPAIGN_DEFAULTS = [
  ...(['id', 'name', 'description', 'campaign_identifier', '*budget', 'starts_at', 'ends_at'] as const),
  ...(['created_at', 'updated_at', 'deleted_at'] as const),
] as const

const campaigns = plainResource({
  service: 'cart',
  path: '/admin/campaigns',
  noun: ['campaign', 'campaigns'],
  keys: ['campaign', 'campaigns'],
  schema: Campaign,
  examples: { id: demonstrationId('procamp', 1), deleted: demonstrationId('procamp', 2) },
  defaults: CAMPAIGN_DEFAULTS,
})

export const listCampaigns = campaigns.list('list-campaigns', {
  sort: ['created_at', 'updated_at', 'name', 'campaign_identifier', 'starts_at', 'ends_at'],
  filter: ['id', 'campaign_identifier', 'budget.currency_code'],
  ...CAMPAIGN_SEARCH,
  order: OLDEST_FIRST,
  deleted: 'shown',
})
/** Identifiers are unique among campaigns that are not deleted. */
export const createCampaign = campaigns.create(
  'create-campaign',
  CampaignInput.meta({
    example: {
      name: 'Autumn',
      campaign_identifier: 'AUTUMN-2026',
      starts_at: '2026-09-01T00:00:00Z',
      budget: { type: 'spend', currency_code: 'eur', limit: 5000 },
    },
  }),
)
export const getCampaign = campaigns.get('get-campaign')
/** Of its budget only the limit can change. */
export const updateCampaign = campaigns.update(
  'update-campaign',
  CampaignChangeInput.meta({ example: { description: 'While the leaves fall' } }),
)
/** Its promotions stay, but take nothing off until they leave it (`campaign_id: null`). */
export const deleteCampaign = campaigns.delete('delete-campaign')

const promotionIds = z.array(IdInput).max(1000).optional()
/**
 * A promotion is in at most one campaign; one named under both is in this one afterwards. One in another currency than the
 * campaign's `spend` budget is added, but takes nothing off. This changes the promotions, but not the campaign's revision.
 */
export const manageCampaignPromotions = campaigns.act('manage-campaign-promotions', {
  below: 'promotions',
  summary: 'Add and remove promotions of a campaign',
  body: z.strictObject({ add: promotionIds, remove: promotionIds }).meta({ example: { remove: [demonstrationId('promo', 1)] } }),
  ifMatch: 'none',
})

export const campaignOperations = {
  listCampaigns,
  createCampaign,
  getCampaign,
  updateCampaign,
  deleteCampaign,
  manageCampaignPromotions,
}

export const campaignEvents = recordEvents('cart', 'campaign', 'campaign')
export const [campaignCreated, campaignUpdated, campaignDeleted] = campaignEvents
