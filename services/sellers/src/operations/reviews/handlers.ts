import { getReview, listReviews, reviewOperations } from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { reviewAnswer, shownReviews } from '../../answers/review.ts'
import type { Deps } from '../../deps.ts'
import { deleteReview } from './delete-review.ts'

const reviews = recordHandlers({
  keys: ['review', 'reviews'],
  store: ({ reviews }: Deps) => reviews,
  show: shownReviews,
  answer: reviewAnswer,
})

export const reviewHandlers = implementAll(reviewOperations, {
  listReviews: reviews.list(listReviews),
  getReview: reviews.get(getReview),
  deleteReview,
})
