import { ids } from '../../../tools/seed/ids.ts'
import type { System } from '../system.ts'
import { aName, deleting, made } from './made.ts'
import type { Ids, Resource } from './scene.ts'

const aCampaign = () => ({
  name: aName('Campaign'),
  campaign_identifier: aName('CAMPAIGN'),
  description: 'For a test',
  starts_at: '2026-01-01T00:00:00.000Z',
  ends_at: '2099-01-01T00:00:00.000Z',
})
const addCampaign = async (system: System) =>
  (await made(system, '/admin/campaigns', { ...aCampaign(), budget: { type: 'usage', limit: 10 } }, 'campaign')).id
const campaignIds: Ids = { own: addCampaign }

const bySeller = (as: 'seller' | 'foreign_seller') => async (system: System) =>
  (await made(system, '/vendor/campaigns', { ...aCampaign(), budget: { type: 'usage', limit: 10 } }, 'campaign', { as })).id
const sellersIds: Ids = {
  own: bySeller('seller'),
  foreign: () => ids.foreign_campaign,
  deleted: async (system) => [
    ...(await deleting('/vendor/campaigns', bySeller('seller'))(system)),
    ...(await deleting('/vendor/campaigns', bySeller('foreign_seller'), { as: 'foreign_seller' })(system)),
  ],
}

export const campaigns: Resource = {
  operations: {
    'list-campaigns': {},
    'create-campaign': {
      once: true,
      body: () => ({ ...aCampaign(), budget: { type: 'spend', limit: 100, currency_code: 'eur' } }),
    },
    'get-campaign': { ids: campaignIds },
    'update-campaign': { ids: campaignIds, body: () => ({ ...aCampaign(), budget: { limit: 20 } }) },
    'delete-campaign': { ids: { ...campaignIds, answered: 'as deleted' } },
    'manage-campaign-promotions': { ids: campaignIds, body: { add: [], remove: ['promo_unknown'] } },
    'list-vendor-campaigns': {},
    'create-vendor-campaign': {
      once: true,
      body: () => ({ ...aCampaign(), budget: { type: 'spend', limit: 100, currency_code: 'eur' } }),
    },
    'get-vendor-campaign': { ids: sellersIds },
    'update-vendor-campaign': { ids: sellersIds, body: () => ({ ...aCampaign(), budget: { limit: 20 } }) },
    'delete-vendor-campaign': { ids: sellersIds, once: 403 },
    'manage-vendor-campaign-promotions': { ids: sellersIds, body: { add: [], remove: [] } },
    'list-promotion-rule-attributes': { params: { rule_type: 'rules' } },
    'list-promotion-rule-values': { params: { rule_type: 'rules', rule_attribute_id: 'region' } },
    // A promotion that is not there has the disguised rules that its type demands.
    'list-promotion-rules': {
      ids: { own: () => 'promo_unknown', answered: 'with an empty list' },
      params: { rule_type: 'rules' },
    },
  },
}
