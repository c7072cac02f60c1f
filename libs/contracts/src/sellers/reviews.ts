import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { Review } from './review.ts'

const reviews = plainResource({
  service: 'sellers',
  path: '/admin/reviews',
  noun: ['review', 'reviews'],
  keys: ['review', 'reviews'],
  schema: Review,
  examples: { id: demonstrationId('rev', 1), deleted: demonstrationId('rev', 4) },
  defaults: ['id', 'reference', 'rating', 'customer_note', 'seller_note', 'created_at', 'updated_at'],
})

export const listReviews = reviews.list('list-reviews', {
  sort: ['created_at', 'updated_at', 'rating'],
  filter: [
    ...(['id', 'reference', 'reference_id', 'rating', 'seller_id', 'customer_id', 'order_id'] as const),
    ...(['created_at', 'updated_at'] as const),
  ],
  deleted: 'hidden',
  order: OLDEST_FIRST,
})
export const getReview = reviews.get('get-review')

/** Its customer cannot write it again, even if they had already deleted it themselves. */
export const deleteReview = reviews.delete('delete-review')

export const reviewOperations = { listReviews, getReview, deleteReview }

/** Rewriting a deleted review counts as an update. */
export const reviewEvents = recordEvents('sellers', 'review', 'review')
export const [reviewCreated, reviewUpdated, reviewDeleted] = reviewEvents
