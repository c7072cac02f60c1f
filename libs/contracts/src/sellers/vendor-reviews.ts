import { z } from 'zod'
import { TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { MAX_REVIEW_NOTE } from './own-reviews.ts'
import { Review } from './review.ts'

const reviews = plainResource({
  service: 'sellers',
  path: '/vendor/sellers/me/reviews',
  noun: ['review of the seller or its products', 'reviews of the seller and its products'],
  keys: ['review', 'reviews'],
  schema: Review,
  examples: { id: demonstrationId('rev', 1), deleted: demonstrationId('rev', 1) },
  defaults: [
    ...(['id', 'reference', 'reference_id', 'rating', 'customer_note', 'customer_id', 'seller_note'] as const),
    ...(['created_at', 'updated_at'] as const),
  ],
})

export const listVendorReviews = reviews.list('list-vendor-reviews', {
  sort: ['created_at', 'updated_at', 'rating'],
  filter: [
    ...(['id', 'reference', 'reference_id', 'rating', 'customer_id', 'order_id'] as const),
    ...(['created_at', 'updated_at'] as const),
  ],
  deleted: 'hidden',
  order: OLDEST_FIRST,
})
export const getVendorReview = { ...reviews.get('get-vendor-review'), query: RecordQuery }

/** Answers a review, or changes the answer. */
export const updateVendorReview = {
  ...reviews.update(
    'update-vendor-review',
    z
      .strictObject({ seller_note: TextInput(MAX_REVIEW_NOTE).describe('Public.') })
      .meta({ example: { seller_note: 'Thank you!' } }),
  ),
  query: RecordQuery,
}

export const vendorReviewOperations = { listVendorReviews, getVendorReview, updateVendorReview }
