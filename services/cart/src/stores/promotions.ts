import { PROMOTION_SEARCH, promotionCreated, promotionDeleted, promotionUpdated } from '@souk/contracts'
import { createRecords, listIndexes, type Outbox, onePer, type Stored } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { PromotionRecord } from '../domain/promotions/promotion.ts'

/** Promotions with their rules; campaigns are records of their own. */
export function createPromotionStore(db: Db, outbox?: Pick<Outbox, 'relay'>) {
  const collection = db.collection<Stored<PromotionRecord>>('promotions')
  const promotions = createRecords<PromotionRecord>(collection, {
    noun: 'Promotion',
    idPrefix: 'promo',
    searched: PROMOTION_SEARCH,
    indexes: [
      ...listIndexes(['campaign_id', 'application_method.currency_code', 'updated_at']),
      onePer('code'),
      { key: { status: 1 }, name: 'automatic', partialFilterExpression: { is_automatic: true, deleted_at: null } },
    ],
    events: { created: promotionCreated, updated: promotionUpdated, deleted: promotionDeleted },
    outbox,
  })

  return {
    ...promotions,
    /** Those with these codes, and all active ones that need no code; the oldest first. */
    listForCart(codes: readonly string[], deadline: number): Promise<PromotionRecord[]> {
      // Each with `deleted_at`: an index of the living serves no other.
      const automatic = { is_automatic: true, status: 'active', deleted_at: null } as const
      if (codes.length === 0) return promotions.list(automatic, deadline)
      return promotions.list({ $or: [{ code: { $in: [...codes] }, deleted_at: null }, automatic] }, deadline)
    },
  }
}

export type PromotionStore = ReturnType<typeof createPromotionStore>
