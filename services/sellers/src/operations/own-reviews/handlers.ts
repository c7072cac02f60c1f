import { customerIdOf, getOwnReview, listOwnReviews, ownReviewOperations, updateOwnReview } from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { reviewAnswer, shownReviews } from '../../answers/review.ts'
import type { Deps } from '../../deps.ts'
import { createOwnReview } from './create-own-review.ts'
import { deleteOwnReview } from './delete-own-review.ts'

const reviews = recordHandlers({
  keys: ['review', 'reviews'],
  store: ({ reviews }: Deps, { actor }) => reviews.ownedBy('customer_id', customerIdOf(actor)),
  show: shownReviews,
  answer: reviewAnswer,
})

export const ownReviewHandlers = implementAll(ownReviewOperations, {
  listOwnReviews: reviews.list(listOwnReviews),
  createOwnReview,
  getOwnReview: reviews.get(getOwnReview),
  updateOwnReview: reviews.update(updateOwnReview),
  deleteOwnReview,
})
