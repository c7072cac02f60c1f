import { type PublicReview, type ReviewedSeller, reviewsOfEach, type Selection, wants } from '@souk/contracts'
import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { publicSeller, type SellerRecord } from '../domain/sellers/seller.ts'

interface Shown {
  selection: Selection
  deadline: number
  passOn(until?: number): Envelope
}

/**
 * Sellers as the public may see them, with their newest reviews if requested; reviews have no names while `orders` does not
 * answer.
 */
export async function reviewedSellers(
  sellers: readonly SellerRecord[],
  { selection, deadline, passOn }: Shown,
  { reviews, customers }: Pick<Deps, 'reviews' | 'customers'>,
): Promise<ReviewedSeller[]> {
  const shown = sellers.map(publicSeller)
  if (!wants(selection, 'reviews') || shown.length === 0) return shown
  const ids = shown.map(({ id }) => id)
  const newest = await reviews.listNewest(ids, reviewsOfEach(ids.length), deadline)
  const written = [...newest.values()].flat()
  const writers = wants(selection, 'reviews.customer') ? written.map(({ customer_id }) => customer_id) : []
  const nameOf = await customers.recognize(writers, passOn(deadline))
  return shown.map((seller) => {
    const of = wants(selection, 'reviews.seller') ? seller : null
    const own = newest.get(seller.id) ?? []
    return { ...seller, reviews: own.map((review) => publicReview(review, nameOf.get(review.customer_id) ?? null, of)) }
  })
}

function publicReview(
  review: Omit<PublicReview, 'customer' | 'seller'>,
  customer: PublicReview['customer'],
  seller: PublicReview['seller'],
): PublicReview {
  const { id, reference, rating, customer_note, seller_note, created_at, updated_at } = review
  return { id, reference, rating, customer_note, customer, seller_note, created_at, updated_at, seller }
}
