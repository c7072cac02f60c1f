import { z } from 'zod'
import { asked, Id, softDeletable } from '../fields/common.ts'
import { Customer } from '../orders/customer.ts'
import { publicReview } from './review-fields.ts'
import { StoreSeller } from './store-seller.ts'

const { customer: _, ...publicFields } = publicReview
const seller = asked((): z.ZodType => StoreSeller).describe(
  'The reviewed seller, if requested with `fields`; null for a product review.',
)
const written = {
  ...publicFields,
  reference_id: Id.describe('ID of the product or seller.'),
  order_id: Id.describe('The order with which the customer bought the product, or bought from the seller.'),
  seller,
}

/** A review with the order of the reviewed purchase. */
export const OrderReview = z
  .object({ ...publicFields, reference_id: written.reference_id, order_id: written.order_id })
  .meta({ id: 'OrderReview' })
export type OrderReview = z.infer<typeof OrderReview>

/** A review as shown to its customer. */
export const OwnReview = z
  .object({
    ...written,
    customer: Customer.pick({ id: true, first_name: true, last_name: true }).nullable(),
  })
  .meta({ id: 'OwnReview' })
export type OwnReview = z.infer<typeof OwnReview>

/** The customer who wrote a review, as shown to its seller and administrators. */
export const Reviewer = Customer.pick({
  id: true,
  has_account: true,
  email: true,
  first_name: true,
  last_name: true,
  company_name: true,
  phone: true,
  created_at: true,
  updated_at: true,
  deleted_at: true,
}).meta({ id: 'Reviewer' })
export type Reviewer = z.infer<typeof Reviewer>

/** A review as shown to its seller and administrators. */
export const Review = z
  .object({
    ...written,
    customer_id: Id,
    seller_id: Id.nullable().describe(
      'The reviewed seller, or the seller of the reviewed product; null for a product of the marketplace itself.',
    ),
    customer: asked((): z.ZodType => Reviewer).describe('Null unless requested with `fields`, and for a deleted customer.'),
    ...softDeletable,
  })
  .meta({ id: 'Review' })
export type Review = z.infer<typeof Review>
