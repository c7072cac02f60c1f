import { createInventoryItem, createProduct, getInventoryItem } from '@souk/contracts'
import { ids } from '../../../tools/seed/ids.ts'
import { ADMIN, type OrdersUnderTest } from './service.ts'

let products = 0

/**
 * A variant that is in stock so often, at one location alone, and its inventory item.
 * @param location_id default: the seeded one
 */
export async function aStockedVariant(
  { pricing }: Pick<OrdersUnderTest, 'pricing'>,
  stocked_quantity: number,
  location_id: string = ids.stock_location,
) {
  const location_levels = [{ location_id, stocked_quantity }]
  const made = await pricing.call(createInventoryItem, { actor: ADMIN, body: { title: 'Item', location_levels } })
  const item = made.inventory_item.id
  const variant = {
    title: 'M',
    options: { Size: 'M' },
    prices: [],
    manage_inventory: true,
    inventory_items: [{ inventory_item_id: item }],
  }
  const options = [{ title: 'Size', values: ['M'] }]
  const said = { title: `Made ${++products}`, status: 'published', shipping_profile_id: ids.shipping_profile }
  const body = { ...said, options, variants: [variant] }
  const { product } = await pricing.call(createProduct, { actor: ADMIN, body: body as never })
  return { variant_id: product.variants[0]!.id, item }
}

/** How many of the inventory item are reserved there. */
export async function reservedOf({ pricing }: Pick<OrdersUnderTest, 'pricing'>, item: string): Promise<number> {
  const { inventory_item } = await pricing.call(getInventoryItem, { actor: ADMIN, params: { id: item } })
  return inventory_item.location_levels[0]!.reserved_quantity
}
