import type { ReviewRecord } from '../../services/sellers/src/domain/reviews/review.ts'
import { ids } from './ids.ts'
import { seededDates } from './records.ts'

const review = (id: string, overrides: Partial<ReviewRecord>): ReviewRecord => ({
  id,
  reference: 'seller',
  reference_id: ids.seller,
  order_id: ids.order,
  customer_id: ids.customer,
  seller_id: ids.seller,
  rating: 5,
  customer_note: 'Sent on the same day',
  seller_note: null,
  ...seededDates,
  ...overrides,
})

export const seededReviews: readonly ReviewRecord[] = [
  review(ids.review, {}),
  review(ids.foreign_review, {
    reference_id: ids.foreign_seller,
    order_id: ids.foreign_order,
    customer_id: ids.foreign_customer,
    seller_id: ids.foreign_seller,
    rating: 4,
    customer_note: 'A kettle came with a dent',
    seller_note: 'We have sent another one',
  }),
  review(ids.example_review, {
    reference: 'product',
    reference_id: ids.second_product,
    order_id: ids.second_order,
    customer_note: null,
    rating: 3,
  }),
  review(ids.removable_review, {
    reference: 'product',
    reference_id: ids.foreign_product,
    order_id: ids.foreign_order,
    customer_id: ids.foreign_customer,
    seller_id: ids.foreign_seller,
    rating: 1,
    customer_note: 'Look at example.com for cheaper ones',
  }),
]
