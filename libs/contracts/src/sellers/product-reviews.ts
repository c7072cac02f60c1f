import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'
import { PUBLIC_REVIEWS, PublicReview } from './store-seller.ts'

/** The newest reviews of each product, newest first; without names of customers while these cannot be looked up. */
export const findProductReviews = defineOperation({
  service: 'sellers',
  name: 'find-product-reviews',
  summary: 'Find the latest reviews of products',
  body: z.strictObject({
    product_ids: z.array(z.string()).max(PUBLIC_REVIEWS.together),
    each: z.number().int().min(1).max(PUBLIC_REVIEWS.each).describe('Most reviews of each product'),
    with_customers: z.boolean().describe('Whether to name the customers'),
  }),
  response: z.object({ products: z.array(z.object({ id: z.string(), reviews: z.array(PublicReview) })) }),
})

export const productReviewOperations = { findProductReviews }
