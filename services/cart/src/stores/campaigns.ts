import { CAMPAIGN_SEARCH, campaignCreated, campaignDeleted, campaignUpdated } from '@souk/contracts'
import { createRecords, listIndexes, type Outbox, onePer } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { CampaignRecord } from '../domain/promotions/promotion.ts'

/** Campaigns with their budgets; promotions name their campaign. */
export const createCampaignStore = (db: Db, outbox?: Pick<Outbox, 'relay'>) =>
  createRecords<CampaignRecord>(db.collection('campaigns'), {
    noun: 'Campaign',
    idPrefix: 'procamp',
    missing: (id, change) => (change ? `Campaign with id "${id}" not found` : `Campaign with id: ${id} was not found`),
    taken: ({ campaign_identifier }) => `Promotion campaign with campaign_identifier: ${campaign_identifier}, already exists.`,
    searched: CAMPAIGN_SEARCH,
    unlisted: ['uses'],
    indexes: [
      ...listIndexes(['name', 'campaign_identifier', 'starts_at', 'ends_at', 'updated_at', 'budget.currency_code']),
      onePer('campaign_identifier'),
    ],
    events: { created: campaignCreated, updated: campaignUpdated, deleted: campaignDeleted },
    outbox,
  })

export type CampaignStore = ReturnType<typeof createCampaignStore>
