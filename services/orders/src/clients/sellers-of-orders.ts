import { findOrderReviews, findPublicSellers, type OrderReview, type StoreSeller } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Sellers and reviews, which belong to `sellers`. */
export const createSellersOfOrders = (bus: Pick<Bus, 'call'>) => ({
  /** Living sellers, as the public may see them, whatever their status. @throws unavailable when `sellers` does not answer */
  async find(ids: readonly string[], envelope: Envelope): Promise<Map<string, StoreSeller>> {
    if (ids.length === 0) return new Map()
    const { sellers } = await bus.call(findPublicSellers, { body: { ids: [...new Set(ids)] } }, envelope)
    return new Map(sellers.map((seller) => [seller.id, seller]))
  },

  /** The reviews of at most 500 orders, by order. @throws unavailable when `sellers` does not answer */
  async findReviews(order_ids: readonly string[], envelope: Envelope): Promise<Map<string, OrderReview[]>> {
    const ofOrder = new Map<string, OrderReview[]>()
    if (order_ids.length === 0) return ofOrder
    const { reviews } = await bus.call(findOrderReviews, { body: { order_ids: [...order_ids] } }, envelope)
    for (const review of reviews) {
      const own = ofOrder.get(review.order_id)
      if (own) own.push(review)
      else ofOrder.set(review.order_id, [review])
    }
    return ofOrder
  },
})

export type SellersOfOrders = ReturnType<typeof createSellersOfOrders>
