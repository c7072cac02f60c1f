import { invalidData, type Review } from '@souk/contracts'

/** A review as it is kept. */
export type ReviewRecord = Omit<Review, 'customer' | 'seller'>

/** The goods of an order, as far as its customer may review them. */
export interface BoughtGoods {
  seller_id: string | null
  product_ids: readonly string[]
}

/** @throws invalid_data for an order that the customer has none of, and for what is not in it */
export function assertBought(
  goods: BoughtGoods | null,
  { reference, reference_id }: Pick<ReviewRecord, 'reference' | 'reference_id'>,
): asserts goods is BoughtGoods {
  if (!goods) throw invalidData('Order not found!')
  const { seller_id, product_ids } = goods
  const isBought = reference === 'seller' ? reference_id === seller_id : product_ids.includes(reference_id)
  if (!isBought) throw invalidData(`The order has no ${reference} with id: ${reference_id}`)
}

export const alreadyReviewed = () => invalidData('Review already exists')

/** A deleted review, written anew. @throws invalid_data for one that lives */
export const writtenAnew =
  (fields: Omit<ReviewRecord, 'id' | 'created_at' | 'updated_at' | 'deleted_at'>) =>
  (review: ReviewRecord, { now }: { now: string }): ReviewRecord => {
    if (review.deleted_at === null) throw alreadyReviewed()
    return { ...review, ...fields, created_at: now, deleted_at: null }
  }
