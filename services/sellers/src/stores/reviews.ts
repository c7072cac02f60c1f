import { reviewCreated, reviewDeleted, reviewUpdated } from '@souk/contracts'
import {
  createRecords,
  type EventRelay,
  type FoundRecord,
  fieldIndexes,
  fromDocument,
  type Stored,
  timeLeft,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import { alreadyReviewed, type ReviewRecord, writtenAnew } from '../domain/reviews/review.ts'

const LISTED = ['updated_at', 'rating', 'reference'] as const
const OF_SELLER = ['created_at', 'updated_at', 'rating', 'reference', 'reference_id', 'customer_id'] as const

interface WithReviews {
  _id: string
  reviews: Stored<ReviewRecord>[]
}

/**
 * Reviews of products and sellers. An order has one review per product and seller, deleted or not, so that repeated writing and
 * deleting leaves no more records than purchases.
 */
export function createReviewStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<ReviewRecord>>('reviews')
  const records = createRecords<ReviewRecord>(collection, {
    noun: 'Review',
    idPrefix: 'rev',
    taken: alreadyReviewed,
    indexes: [
      { key: { order_id: 1, reference: 1, reference_id: 1 }, name: 'one_per_purchase', unique: true },
      { key: { reference_id: 1, deleted_at: 1, created_at: -1, _id: -1 }, name: 'of_reference' },
      { key: { customer_id: 1, deleted_at: 1, created_at: 1, _id: 1 }, name: 'of_customer' },
      ...fieldIndexes(LISTED),
      ...OF_SELLER.map((field) => ({ key: { seller_id: 1, deleted_at: 1, [field]: 1, _id: 1 } as const, name: `own_${field}` })),
    ],
    events: { created: reviewCreated, updated: reviewUpdated, deleted: reviewDeleted },
    outbox,
  })

  return {
    ...records,

    /**
     * The newest reviews of each of these products or sellers (not of a seller's products), newest first, by the id of that.
     * @param each at most so many of each
     */
    async listNewest(reference_ids: readonly string[], each: number, deadline: number): Promise<Map<string, ReviewRecord[]>> {
      if (reference_ids.length === 0) return new Map()
      const pipeline = [
        { $match: { deleted_at: null } },
        { $sort: { created_at: -1, _id: -1 } },
        { $limit: each },
        { $project: WITHOUT_INTERNALS },
      ]
      const stages = [
        { $documents: [...new Set(reference_ids)].map((_id) => ({ _id })) },
        { $lookup: { from: 'reviews', localField: '_id', foreignField: 'reference_id', pipeline, as: 'reviews' } },
      ]
      const found = await db.aggregate<WithReviews>(stages, timeLeft(deadline)).toArray()
      return new Map(found.map(({ _id, reviews }) => [_id, reviews.map((document) => fromDocument<ReviewRecord>(document))]))
    },

    /** Writes a new review, or rewrites the deleted one of the same purchase. @throws invalid_data unless that one is deleted */
    async write(
      fields: Parameters<typeof writtenAnew>[0],
      request: Parameters<typeof records.create>[1] & { command: Parameters<typeof records.restore>[1] },
    ): Promise<FoundRecord<ReviewRecord>> {
      const { order_id, reference, reference_id } = fields
      const options = { projection: { _id: 1 }, ...timeLeft(request.command.deadline) } as const
      const present = await collection.findOne({ order_id, reference, reference_id }, options)
      const isNew = !present || present._id === request.newIds()('rev') // or created by another attempt of this request
      return isNew ? records.create(fields, request) : records.restore(present._id, request.command, writtenAnew(fields))
    },
  }
}

export type ReviewStore = ReturnType<typeof createReviewStore>
