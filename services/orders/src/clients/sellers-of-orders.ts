import { findOrderReviews, findPublicSellers, groupBy, type OrderReview, type StoreSeller } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Sellers and reviews, which belong to `sellers`. */
export const createSellersOfOrders = (bus: Pick<Bus, 'call'>) => ({
  /** Living sellers with their public fields, whatever their status. @throws unavailable if `sellers` does not answer */
  async find(ids: readonly string[], envelope: Envelope): Promise<Map<string, StoreSeller>> {
    if (ids.length === 0) return new Map()
    const { sellers } = await bus.call(findPublicSellers, { body: { ids: [...new Set(ids)] } }, envelope)
    return new Map(sellers.map((seller) => [seller.id, seller]))
  },

  /** The reviews of at most 500 orders, by order. @throws unavailable if `sellers` does not answer */
  async findReviews(order_ids: readonly string[], envelope: Envelope): Promise<Map<string, OrderReview[]>> {
    if (order_ids.length === 0) return new Map()
    const { reviews } = await bus.call(findOrderReviews, { body: { order_ids: [...order_ids] } }, envelope)
    return groupBy(reviews, ({ order_id }) => order_id)
  },
})

export type SellersOfOrders = ReturnType<typeof createSellersOfOrders>
