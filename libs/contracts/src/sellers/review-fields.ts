import { z } from 'zod'
import { Id, timestamps } from '../fields/common.ts'
import { Customer } from '../orders/customer.ts'

export const ReviewReference = z.enum(['product', 'seller'])
export type ReviewReference = z.infer<typeof ReviewReference>

/** The customer who wrote a review, as other customers may know of them. */
const ReviewerName = Customer.pick({ first_name: true, last_name: true }).meta({ id: 'ReviewerName' })

/** The fields of a review that are for everybody. */
export const publicReview = {
  id: Id,
  reference: ReviewReference.describe('The kind of what is reviewed.'),
  rating: z.number().describe('From 1 to 5.'),
  customer_note: z.string().nullable().describe('Text as the customer wrote it, which may look like HTML and is none.'),
  customer: ReviewerName.nullable().describe('Null for a customer who was deleted, and while their name cannot be found.'),
  seller_note: z.string().nullable().describe("The seller's answer, as `customer_note`; null until there is one."),
  ...timestamps,
}
