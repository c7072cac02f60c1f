import { z } from 'zod'
import { IdInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { OwnReview } from './review.ts'
import { ReviewReference } from './review-fields.ts'

/** Most characters of a customer's note, and of the seller's answer to it. */
export const MAX_REVIEW_NOTE = 300

const reviews = plainResource({
  service: 'sellers',
  path: '/store/reviews',
  noun: ['review of the customer who asks', 'reviews of the customer who asks'],
  keys: ['review', 'reviews'],
  schema: OwnReview,
  examples: { id: demonstrationId('rev', 1), deleted: demonstrationId('rev', 3) },
  defaults: [
    ...(['id', 'reference', 'rating', 'customer_note', 'customer.first_name', 'customer.last_name'] as const),
    ...(['seller_note', 'created_at', 'updated_at'] as const),
  ],
})
const own = { customersOnly: true } as const
const content = {
  rating: z.int().min(1).max(5),
  customer_note: TextInput(MAX_REVIEW_NOTE).nullish().describe('Public, shown with the name of the customer.'),
}

export const listOwnReviews = {
  ...reviews.list('list-own-reviews', {
    sort: ['created_at', 'updated_at'],
    filter: ['id', 'reference', 'reference_id', 'order_id'],
    order: OLDEST_FIRST,
  }),
  ...own,
}

/**
 * For a product or the seller of one of the customer's orders, once for each order. A review that the customer has deleted may be
 * written again, and is then the same record. One that an administrator has deleted may not.
 */
export const createOwnReview = {
  ...reviews.create(
    'create-own-review',
    z
      .strictObject({
        order_id: IdInput.describe("One of the current customer's orders"),
        reference: ReviewReference,
        reference_id: IdInput.describe('ID of a product of the order, or of its seller'),
        ...content,
      })
      .meta({
        example: {
          order_id: demonstrationId('order', 1),
          reference: 'product',
          reference_id: demonstrationId('prod', 1),
          rating: 5,
          customer_note: 'Soft, and made to last',
        },
      }),
  ),
  ...own,
  status: 201 as const,
}
export const getOwnReview = { ...reviews.get('get-own-review'), ...own }

/** The seller's answer stays. */
export const updateOwnReview = {
  ...reviews.update(
    'update-own-review',
    z.strictObject({ ...content, rating: content.rating.optional() }).meta({ example: { rating: 4, customer_note: 'Soft' } }),
  ),
  ...own,
}

/** An already deleted one is refused like an unknown one. */
export const deleteOwnReview = { ...reviews.delete('delete-own-review'), ...own }

export const ownReviewOperations = { listOwnReviews, createOwnReview, getOwnReview, updateOwnReview, deleteOwnReview }
