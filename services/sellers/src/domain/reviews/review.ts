import { invalidData, type Review } from '@souk/contracts'

/** A review as stored. */
export interface ReviewRecord extends Omit<Review, 'customer' | 'seller'> {
  /** An administrator deleted it: its customer cannot write it again. */
  is_taken_down?: true
}

/** The goods of an order, as far as its customer may review them. */
export interface BoughtGoods {
  seller_id: string | null
  product_ids: readonly string[]
}

/** @throws invalid_data for an order that is not the customer's, and for anything that is not in it */
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

/** A review, deleted by an administrator, even if its customer has already deleted it. */
export const takenDown = (review: ReviewRecord): ReviewRecord =>
  review.is_taken_down ? review : { ...review, is_taken_down: true }

/** A deleted review, written again. @throws invalid_data for one that is not deleted, or was deleted by an administrator */
export const writtenAnew =
  (fields: Omit<ReviewRecord, 'id' | 'created_at' | 'updated_at' | 'deleted_at' | 'is_taken_down'>) =>
  (review: ReviewRecord, { now }: { now: string }): ReviewRecord => {
    if (review.deleted_at === null || review.is_taken_down) throw alreadyReviewed()
    return { ...review, ...fields, created_at: now, deleted_at: null }
  }
