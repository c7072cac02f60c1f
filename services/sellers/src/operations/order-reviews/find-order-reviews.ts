import { findOrderReviews as contract, declared, OrderReview } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findOrderReviews = implement(contract, async ({ body, deadline }, { reviews }: Deps) => {
  const found = await reviews.list({ order_id: { $in: body.order_ids } }, deadline)
  return { reviews: found.map((review) => declared(OrderReview, review)) }
})
