import { findBuyerName } from '@souk/contracts'
import { type Bus, ownEnvelope } from '@souk/runtime'

/** Customers of orders, who belong to `orders`. */
export const createBuyers = (bus: Pick<Bus, 'call'>) => ({
  /** Empty where the customer of an order has no name. @throws unavailable when `orders` does not answer */
  async nameOf(order_id: string, deadline: number): Promise<string> {
    const envelope = ownEnvelope('sellers', Math.max(1, deadline - Date.now()))
    return (await bus.call(findBuyerName, { body: { order_id } }, envelope)).name ?? ''
  },
})

export type Buyers = ReturnType<typeof createBuyers>
