import { type CartShipment, findCartPlace, findCartShipment, findCustomer, findWishes, notFound } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Customers, who are owned by `orders`, and their carts, which are owned by `cart`. */
export const createShoppers = (bus: Pick<Bus, 'call'>) => ({
  /** A customer with the groups that prices depend on; null for guests, and for deleted customers. @throws unavailable */
  async findBuyer(customer_id: string | null, passOn: () => Envelope) {
    if (customer_id === null) return null
    const { customer } = await bus.call(findCustomer, { body: { id: customer_id } }, passOn())
    return customer && { id: customer.id, group_ids: customer.groups.map(({ id }) => id) }
  },

  /** The products on a customer's wishlist. @throws unavailable */
  findWishes: async (customer_id: string, envelope: Envelope): Promise<string[]> =>
    (await bus.call(findWishes, { body: { customer_id } }, envelope)).product_ids,

  /** The region and destination of a cart of the caller's channels; null if there is no such cart. @throws unavailable */
  async findCartPlace(id: string | undefined, passOn: () => Envelope) {
    if (id === undefined) return null
    return (await bus.call(findCartPlace, { body: { id } }, passOn())).place
  },

  /** The goods of a cart of the caller's channels, and their destination. @throws not_found; unavailable */
  async getCartShipment(id: string, passOn: () => Envelope): Promise<CartShipment> {
    const { shipment } = await bus.call(findCartShipment, { body: { id } }, passOn())
    if (!shipment) throw notFound(`Cart id not found: ${id}`)
    // A cart service of the previous version does not answer the sellers.
    return { ...shipment, seller_ids: shipment.seller_ids ?? null }
  },
})

export type Shoppers = ReturnType<typeof createShoppers>
