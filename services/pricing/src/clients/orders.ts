import { findOrderShipment, findUnsentLines, notFound, type OrderShipment } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Orders as far as their stock and their shipping depend on them; they belong to `orders`. */
export const createOrders = (bus: Pick<Bus, 'call'>) => ({
  /**
   * The unsent lines and the parcels, and what the change took in. No lines of canceled orders, and nothing of unknown ones.
   * @throws unavailable
   */
  findUnsentLines: (order_id: string, envelope: Envelope, order_change_id?: string) =>
    bus.call(findUnsentLines, { body: { order_id, ...(order_change_id && { order_change_id }) } }, envelope),

  /** The goods of an order, and where they go. @throws not_found; unavailable */
  async getShipment(id: string, envelope: Envelope): Promise<OrderShipment> {
    const { shipment } = await bus.call(findOrderShipment, { body: { id } }, envelope)
    if (!shipment) throw orderNotFound(id)
    return shipment
  },
})

export const orderNotFound = (id: string) => notFound(`Order id not found: ${id}`)

export type Orders = ReturnType<typeof createOrders>
