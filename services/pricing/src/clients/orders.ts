import { findOrderOfLine, findOrderShipment, findUnsentLines, notFound, type OrderShipment } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** The parts of orders that stock and shipping depend on; they are owned by `orders`. */
export const createOrders = (bus: Pick<Bus, 'call'>) => ({
  /**
   * The unsent lines and the parcels, and what the change took in. Canceled orders have no lines, unknown ones nothing at all.
   * @throws unavailable
   */
  findUnsentLines: (order_id: string, envelope: Envelope, order_change_id?: string) =>
    bus.call(findUnsentLines, { body: { order_id, ...(order_change_id && { order_change_id }) } }, envelope),

  /** Whether one of the seller's orders has this line. @throws unavailable */
  async hasLine(seller_id: string, line_item_id: string, envelope: Envelope): Promise<boolean> {
    const { order_id } = await bus.call(findOrderOfLine, { body: { line_item_id, seller_id } }, envelope)
    return order_id !== null
  },

  /** The goods of an order, and their destination. @throws not_found; unavailable */
  async getShipment(id: string, envelope: Envelope): Promise<OrderShipment> {
    const { shipment } = await bus.call(findOrderShipment, { body: { id } }, envelope)
    if (!shipment) throw orderNotFound(id)
    return shipment
  },
})

export const orderNotFound = (id: string) => notFound(`Order id not found: ${id}`)

export type Orders = ReturnType<typeof createOrders>
