import {
  forbidden,
  invalidData,
  listPromotions,
  notAllowed,
  promotionCreated,
  promotionDeleted,
  promotionUpdated,
  searchOf,
} from '@souk/contracts'
import { createRecords, type EventRelay, indexesOf, onePer, type Stored, sharedQueries, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { PromotionRequest } from '../domain/promotions/promo-codes.ts'
import type { PromotionRecord } from '../domain/promotions/promotion.ts'
import { listOfCampaigns } from './promotions-of-campaigns.ts'
import { sellerIndexes } from './seller-indexes.ts'

/** Per seller. Concurrent requests may exceed it slightly. */
const MAX_AUTOMATIC = 100

/** Promotions with their rules; campaigns are separate records. */
export function createPromotionStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<PromotionRecord>>('promotions')
  const records = createRecords<PromotionRecord>(collection, {
    noun: 'Promotion',
    idPrefix: 'promo',
    missing: (id, change) => (change ? `Promotion id not found: ${id}` : `Promotion with id or code: ${id} was not found`),
    searched: searchOf(listPromotions),
    indexes: [
      ...indexesOf(listPromotions),
      ...sellerIndexes(['created_at', 'updated_at', 'code', 'type']),
      onePer('code'),
      {
        key: { seller_id: 1, status: 1 },
        name: 'automatic_of_seller',
        partialFilterExpression: { is_automatic: true, deleted_at: null },
      },
    ],
    formerIndexes: ['automatic'],
    events: { created: promotionCreated, updated: promotionUpdated, deleted: promotionDeleted },
    outbox,
  })

  const automaticOf = (sellers: readonly string[]) =>
    ({ seller_id: { $in: [null, ...sellers] }, is_automatic: true, status: 'active', deleted_at: null }) as const

  /** By sellers. Carts of the same sellers share a query. */
  const listAutomatic = sharedQueries(
    (sellers: readonly string[]) => sellers.toSorted().join(),
    (sellers, deadline) => records.list(automaticOf(sellers), deadline),
  )

  return {
    ...records,

    /** The promotions that a seller made. All others, including those of the marketplace, are refused like unknown ones. */
    ofSeller: (seller_id: string) => records.ownedBy('seller_id', seller_id, forbidden),

    /**
     * The promotions with these ids or codes, and the active automatic ones of the marketplace and of these sellers; oldest
     * first. The cost does not depend on other sellers' promotions.
     */
    listForCart({ ids, codes, sellers }: PromotionRequest, deadline: number): Promise<PromotionRecord[]> {
      if (ids.length === 0 && codes.length === 0) return listAutomatic(sellers, deadline)
      // Each condition has `deleted_at`, so that it can use an index of living records.
      const present = ids.length > 0 ? [{ _id: { $in: [...ids] }, deleted_at: null }] : []
      const named = codes.length > 0 ? [{ code: { $in: [...codes] }, deleted_at: null }] : []
      return records.list({ $or: [...present, ...named, automaticOf(sellers)] }, deadline)
    },

    /**
     * Carts evaluate all promotions that need no code, so one seller must not be able to slow down all others.
     * @param except the promotion that is to become automatic
     * @throws not_allowed if the seller has `MAX_AUTOMATIC` others
     */
    async assertRoomForAutomatic({ seller_id, except, deadline }: { seller_id: string; except: string; deadline: number }) {
      const others = { seller_id, is_automatic: true, deleted_at: null, _id: { $ne: except } }
      const count = await collection.countDocuments(others, { ...timeLeft(deadline), limit: MAX_AUTOMATIC })
      if (count >= MAX_AUTOMATIC) throw notAllowed(`A seller can have ${MAX_AUTOMATIC} automatic promotions at most`)
    },

    /** See `listOfCampaigns`. */
    listOfCampaigns: (asked: Parameters<typeof listOfCampaigns>[1], deadline: number) =>
      listOfCampaigns(collection, asked, deadline),

    /** The living promotion with this code, compared exactly. */
    async findByCode(code: string, deadline: number) {
      const [promotion] = await records.list({ code }, deadline)
      return promotion && (await records.find(promotion.id, deadline))
    },

    /** The refusal of a code that another living promotion has, as for a write that fails because of it. */
    codeTaken: (code: string) => invalidData(`Promotion with code: ${code}, already exists.`),
  }
}

export type PromotionStore = ReturnType<typeof createPromotionStore>
