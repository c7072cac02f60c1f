import type { PublicReview } from '@souk/contracts'
import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { ReviewRecord } from '../domain/reviews/review.ts'

interface Asked {
  /** Most reviews of each record. */
  each: number
  /** Whether customers are named. */
  withCustomers: boolean
  deadline: number
  passOn(until?: number): Envelope
}

/**
 * The newest reviews of each of these products or sellers, newest first, by the id of that record; without its seller, and
 * without names while `orders` does not answer.
 */
export async function newestReviews(
  reference_ids: readonly string[],
  { each, withCustomers, deadline, passOn }: Asked,
  { reviews, customers }: Pick<Deps, 'reviews' | 'customers'>,
): Promise<Map<string, PublicReview[]>> {
  const newest = await reviews.listNewest(reference_ids, each, deadline)
  const writers = withCustomers ? [...newest.values()].flat().map(({ customer_id }) => customer_id) : []
  const nameOf = await customers.recognize(writers, passOn(deadline))
  const shown = (review: ReviewRecord) => publicReview(review, nameOf.get(review.customer_id) ?? null)
  return new Map([...newest].map(([id, found]) => [id, found.map(shown)]))
}

function publicReview(review: ReviewRecord, customer: PublicReview['customer']): PublicReview {
  const { id, reference, rating, customer_note, seller_note, created_at, updated_at } = review
  return { id, reference, rating, customer_note, customer, seller_note, created_at, updated_at, seller: null }
}
