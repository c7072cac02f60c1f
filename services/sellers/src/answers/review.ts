import { type Actor, declared, OwnReview, Reviewer, type Selection, type StoreSeller, wants } from '@souk/contracts'
import { Answer, type Envelope, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { ReviewRecord } from '../domain/reviews/review.ts'
import { publicSeller } from '../domain/sellers/seller.ts'

interface Shown {
  selection: Selection
  actor: Actor
  deadline: number
  passOn(until?: number): Envelope
}

/** Includes fields that are never sent to storefronts. */
interface ShownReview extends ReviewRecord {
  customer: Reviewer | null
  seller: StoreSeller | null
}

/** Reviews as shown in answers: with their customers and the reviewed sellers, if requested. */
export async function shownReviews(
  reviews: readonly ReviewRecord[],
  { selection, actor, deadline, passOn }: Shown,
  { customers, sellers }: Pick<Deps, 'customers' | 'sellers'>,
): Promise<ShownReview[]> {
  const writers = wants(selection, 'customer') ? reviews.map(({ customer_id }) => customer_id) : []
  const reviewed = reviews.flatMap(({ reference, reference_id }) => (reference === 'seller' ? [reference_id] : []))
  const [found, named] = await Promise.all([
    customers.find(writers, passOn(deadline)),
    wants(selection, 'seller') && reviewed.length > 0 ? sellers.list({ _id: { $in: [...new Set(reviewed)] } }, deadline) : [],
  ])
  const shape = actor.type === 'storefront' ? OwnReview.shape.customer : Reviewer
  const customerOf = new Map(found.map((customer) => [customer.id, declared<unknown>(shape, customer) as Reviewer]))
  const sellerOf = new Map(named.map((seller) => [seller.id, publicSeller(seller)]))
  return reviews.map((review) => ({
    ...review,
    customer: customerOf.get(review.customer_id) ?? null,
    seller: (review.reference === 'seller' ? sellerOf.get(review.reference_id) : undefined) ?? null,
  }))
}

/** One review, with the shown parts of its customer and its seller. */
export async function reviewAnswer({ record, revision }: FoundRecord<ReviewRecord>, request: Shown, deps: Deps) {
  const [review] = await shownReviews([record], request, deps)
  const { customer, seller } = review!
  return new Answer({ review: review! }, { revision, others: customer || seller ? { customer, seller } : null })
}
