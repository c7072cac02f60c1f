import {
  forbidden,
  getVendorReview,
  listVendorReviews,
  sellerIdOf,
  updateVendorReview,
  vendorReviewOperations,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { reviewAnswer, shownReviews } from '../../answers/review.ts'
import type { Deps } from '../../deps.ts'

const reviews = recordHandlers({
  keys: ['review', 'reviews'],
  store: ({ reviews }: Deps, { actor }) => reviews.ownedBy('seller_id', sellerIdOf(actor), forbidden),
  show: shownReviews,
  answer: reviewAnswer,
})

export const vendorReviewHandlers = implementAll(vendorReviewOperations, {
  listVendorReviews: reviews.list(listVendorReviews),
  getVendorReview: reviews.get(getVendorReview),
  updateVendorReview: reviews.update(updateVendorReview),
})
