import { campaignCreated, campaignDeleted, campaignUpdated, forbidden, listCampaigns, searchOf } from '@souk/contracts'
import { createRecords, type EventRelay, indexesOf, onePer } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { CampaignRecord, PromotionRecord } from '../domain/promotions/promotion.ts'
import { sellerIndexes } from './seller-indexes.ts'

/** Campaigns with their budgets; each promotion holds the id of its campaign. */
export function createCampaignStore(db: Db, outbox?: EventRelay) {
  const records = createRecords<CampaignRecord>(db.collection('campaigns'), {
    noun: 'Campaign',
    idPrefix: 'procamp',
    missing: (id, change) => (change ? `Campaign with id "${id}" not found` : `Campaign with id: ${id} was not found`),
    taken: ({ campaign_identifier }) => `Promotion campaign with campaign_identifier: ${campaign_identifier}, already exists.`,
    searched: searchOf(listCampaigns),
    indexes: [
      ...indexesOf(listCampaigns),
      ...sellerIndexes(['created_at', 'updated_at', 'name', 'campaign_identifier', 'starts_at', 'ends_at']),
      onePer('campaign_identifier'),
    ],
    events: { created: campaignCreated, updated: campaignUpdated, deleted: campaignDeleted },
    outbox,
  })

  return {
    ...records,

    /** The campaigns that a seller made. All others, including those of the marketplace, are refused like unknown ones. */
    ofSeller: (seller_id: string) => records.ownedBy('seller_id', seller_id, forbidden),

    /** The living campaigns of these promotions, by id: one query, or none if no promotion has a campaign. */
    async ofPromotions(
      promotions: readonly Pick<PromotionRecord, 'campaign_id'>[],
      deadline: number,
    ): Promise<ReadonlyMap<string | null, CampaignRecord>> {
      const ids = [...new Set(promotions.flatMap(({ campaign_id }) => campaign_id ?? []))]
      const found = ids.length === 0 ? [] : await records.list({ _id: { $in: ids } }, deadline)
      return new Map(found.map((campaign) => [campaign.id, campaign] as const))
    },
  }
}

export type CampaignStore = ReturnType<typeof createCampaignStore>
