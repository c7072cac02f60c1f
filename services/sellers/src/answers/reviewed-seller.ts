import { type ReviewedSeller, reviewsOfEach, type Selection, wants } from '@souk/contracts'
import type { Envelope } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { publicSeller, type SellerRecord } from '../domain/sellers/seller.ts'
import { newestReviews } from './newest-reviews.ts'

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
  deps: Pick<Deps, 'reviews' | 'customers'>,
): Promise<ReviewedSeller[]> {
  const shown = sellers.map(publicSeller)
  if (!wants(selection, 'reviews') || shown.length === 0) return shown
  const ids = shown.map(({ id }) => id)
  const asked = { each: reviewsOfEach(ids.length), withCustomers: wants(selection, 'reviews.customer'), deadline, passOn }
  const newest = await newestReviews(ids, asked, deps)
  return shown.map((seller) => {
    const of = wants(selection, 'reviews.seller') ? seller : null
    return { ...seller, reviews: (newest.get(seller.id) ?? []).map((review) => ({ ...review, seller: of })) }
  })
}
