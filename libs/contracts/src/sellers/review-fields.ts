import { z } from 'zod'
import { Id, timestamps } from '../fields/common.ts'
import { Customer } from '../orders/customer.ts'

export const ReviewReference = z.enum(['product', 'seller'])
export type ReviewReference = z.infer<typeof ReviewReference>

/** The customer who wrote a review, as shown to other customers. */
const ReviewerName = Customer.pick({ first_name: true, last_name: true }).meta({ id: 'ReviewerName' })

/** The public fields of a review. */
export const publicReview = {
  id: Id,
  reference: ReviewReference.describe('The type of the reviewed record.'),
  rating: z.number().describe('From 1 to 5.'),
  customer_note: z
    .string()
    .nullable()
    .describe('Plain text as written by the customer. It may look like HTML, but must not be rendered as such.'),
  customer: ReviewerName.nullable().describe('Null for a deleted customer, and while the name cannot be looked up.'),
  seller_note: z.string().nullable().describe("The seller's reply to `customer_note`; null until there is one."),
  ...timestamps,
}
