import { findPlacedOrder } from '@souk/contracts'
import { type Bus, ownEnvelope } from '@souk/runtime'

/** Orders, which belong to `orders`. */
export const createPlacedOrders = (bus: Pick<Bus, 'call'>) => ({
  /** Null where it is not there. @throws unavailable when `orders` does not answer */
  async find(order_id: string, deadline: number) {
    const envelope = ownEnvelope('sellers', Math.max(1, deadline - Date.now()))
    return (await bus.call(findPlacedOrder, { body: { order_id } }, envelope)).order
  },
})

export type PlacedOrders = ReturnType<typeof createPlacedOrders>
