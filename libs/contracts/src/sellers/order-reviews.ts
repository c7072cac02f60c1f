import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'
import { OrderReview } from './review.ts'

/** Reviews of purchases in these orders, oldest first. */
export const findOrderReviews = defineOperation({
  service: 'sellers',
  name: 'find-order-reviews',
  summary: 'Find the reviews of orders',
  body: z.strictObject({ order_ids: z.array(z.string()).max(500) }),
  response: z.object({ reviews: z.array(OrderReview) }),
})

export const orderReviewOperations = { findOrderReviews }
