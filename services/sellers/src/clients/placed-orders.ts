import { findPlacedOrder } from '@souk/contracts'
import type { Bus } from '@souk/runtime'
import { ownEnvelopeUntil } from './own-envelope-until.ts'

/** Orders, which belong to `orders`. */
export const createPlacedOrders = (bus: Pick<Bus, 'call'>) => ({
  /** Null if it does not exist. @throws unavailable if `orders` does not answer */
  async find(order_id: string, deadline: number) {
    return (await bus.call(findPlacedOrder, { body: { order_id } }, ownEnvelopeUntil(deadline))).order
  },
})

export type PlacedOrders = ReturnType<typeof createPlacedOrders>
