import { findBoughtGoods } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'
import type { BoughtGoods } from '../domain/reviews/review.ts'

/** Goods of orders, which belong to `orders`. */
export const createBoughtGoods = (bus: Pick<Bus, 'call'>) => ({
  /** Null for an order that is not this customer's. @throws unavailable if `orders` does not answer */
  async find(order_id: string, customer_id: string, envelope: Envelope): Promise<BoughtGoods | null> {
    return (await bus.call(findBoughtGoods, { body: { order_id, customer_id } }, envelope)).goods
  },
})

export type BoughtGoodsOfOrders = ReturnType<typeof createBoughtGoods>
