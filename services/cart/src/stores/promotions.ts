import {
  forbidden,
  invalidData,
  notAllowed,
  PROMOTION_SEARCH,
  promotionCreated,
  promotionDeleted,
  promotionUpdated,
} from '@souk/contracts'
import { createRecords, type EventRelay, listIndexes, onePer, type Stored, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { PromotionRequest } from '../domain/promotions/promo-codes.ts'
import type { PromotionRecord } from '../domain/promotions/promotion.ts'
import { sellerIndexes } from './seller-indexes.ts'

/** Of one seller. Many who make one at the same instant may have a few more. */
const MAX_AUTOMATIC = 100

/** Promotions with their rules; campaigns are records of their own. */
export function createPromotionStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<PromotionRecord>>('promotions')
  const records = createRecords<PromotionRecord>(collection, {
    noun: 'Promotion',
    idPrefix: 'promo',
    missing: (id, change) => (change ? `Promotion id not found: ${id}` : `Promotion with id or code: ${id} was not found`),
    searched: PROMOTION_SEARCH,
    indexes: [
      ...listIndexes(['code', 'type', 'campaign_id', 'application_method.currency_code', 'updated_at']),
      ...sellerIndexes(['created_at', 'updated_at', 'code']),
      onePer('code'),
      {
        key: { seller_id: 1, status: 1 },
        name: 'automatic_of_seller',
        partialFilterExpression: { is_automatic: true, deleted_at: null },
      },
    ],
    former_indexes: ['automatic'],
    events: { created: promotionCreated, updated: promotionUpdated, deleted: promotionDeleted },
    outbox,
  })

  return {
    ...records,

    /** Those that a seller made. Others, those of the marketplace as well, are refused like those that are not there. */
    ofSeller: (seller_id: string) => records.ownedBy('seller_id', seller_id, forbidden),

    /**
     * Those with these codes, and the active ones of the marketplace and of these sellers that need no code; the oldest first.
     * The work does not grow with what other sellers have.
     */
    listForCart({ codes, sellers }: PromotionRequest, deadline: number): Promise<PromotionRecord[]> {
      // Each with `deleted_at`: an index of the living serves no other.
      const seller_id = { $in: [null, ...sellers] }
      const automatic = { seller_id, is_automatic: true, status: 'active', deleted_at: null } as const
      if (codes.length === 0) return records.list(automatic, deadline)
      return records.list({ $or: [{ code: { $in: [...codes] }, deleted_at: null }, automatic] }, deadline)
    },

    /**
     * Carts look at all that may take something off without a code: a seller must not make all others' slow.
     * @param except the promotion that shall be one of them
     * @throws not_allowed when the seller has `MAX_AUTOMATIC` others
     */
    async assertRoomForAutomatic({ seller_id, except, deadline }: { seller_id: string; except: string; deadline: number }) {
      const others = { seller_id, is_automatic: true, deleted_at: null, _id: { $ne: except } }
      const count = await collection.countDocuments(others, { ...timeLeft(deadline), limit: MAX_AUTOMATIC })
      if (count >= MAX_AUTOMATIC) throw notAllowed(`A seller can have ${MAX_AUTOMATIC} automatic promotions at most`)
    },

    /** The living promotion with this code, which is compared exactly. */
    async findByCode(code: string, deadline: number) {
      const [promotion] = await records.list({ code }, deadline)
      return promotion && (await records.find(promotion.id, deadline))
    },

    /** The refusal of a code that another living promotion has, as a write that meets it is refused. */
    codeTaken: (code: string) => invalidData(`Promotion with code: ${code}, already exists.`),
  }
}

export type PromotionStore = ReturnType<typeof createPromotionStore>
