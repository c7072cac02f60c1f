import { createOwnReview as contract, customerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { reviewAnswer } from '../../answers/review.ts'
import type { Deps } from '../../deps.ts'
import { assertBought } from '../../domain/reviews/review.ts'

export const createOwnReview = implement(contract, async (request, deps: Deps) => {
  const { body, actor, passOn } = request
  const { customer_note = null, ...review } = body
  const customer_id = customerIdOf(actor)
  const goods = await deps.boughtGoods.find(review.order_id, customer_id, passOn())
  assertBought(goods, review)
  const fields = { ...review, customer_note, seller_note: null, customer_id, seller_id: goods.seller_id }
  return reviewAnswer(await deps.reviews.write(fields, request), request, deps)
})
