import { z } from 'zod'
import { ids } from '../../seed/ids.ts'
import { asBearer, asStore, benchId, type FixtureContext, range } from '../fixtures/fixture.ts'
import { type Asked, compare, type SizeLine, type Timer } from './timed.ts'

const FEW = 10
const MANY = 10_000
const Made = z.object({
  cart: z.object({ id: z.string() }).optional(),
  inventory_item: z.object({ id: z.string() }).optional(),
  product: z.object({ variants: z.array(z.object({ id: z.string() })) }).optional(),
})
const SELLS = { status: 'published', shipping_profile_id: ids.shipping_profile }

/** An item of which 10,000 units are reserved and not sent yet, each for another order, beside one with 10. */
export async function manyReservations({ mongo, dev }: FixtureContext, timer: Timer): Promise<SizeLine[]> {
  const admin = asBearer(dev.admin.token)
  const post = (path: string, body: object, headers: Asked['headers'] = admin): Asked => ({ method: 'POST', path, headers, body })
  const made = async (asked: Asked) => Made.parse((await timer.timed(asked)).json())

  /** A cart, and a variant of whose only item this much is reserved. */
  async function sold(reservations: number) {
    const level = { location_id: ids.stock_location, stocked_quantity: 1_000_000 }
    const { inventory_item } = await made(post('/admin/inventory-items', { location_levels: [level] }))
    const held = range(reservations, (n) => ({ reservation_id: benchId('resitem', 902, n), quantity: 1 }))
    const $set = {
      'location_levels.0.held': held,
      'location_levels.0.reserved_quantity': reservations,
      reserved_quantity: reservations,
    }
    const items = mongo.db('souk_pricing').collection<{ _id: string }>('inventory_items')
    await items.updateOne({ _id: inventory_item!.id }, { $set, $inc: { revision: 1 } })
    const variant = {
      title: 'One',
      options: { Size: 'One' },
      prices: [{ currency_code: 'eur', amount: 10 }],
      manage_inventory: true,
      inventory_items: [{ inventory_item_id: inventory_item!.id }],
    }
    const options = [{ title: 'Size', values: ['One'] }]
    const title = `Reserved ${reservations} times`
    const { product } = await made(post('/admin/products', { ...SELLS, title, options, variants: [variant] }))
    const { cart } = await made(post('/store/carts', { region_id: ids.region }, asStore(dev)))
    return { inventory_item_id: inventory_item!.id, variant_id: product!.variants[0]!.id, cart_id: cart!.id }
  }
  const [few, many] = [await sold(FEW), await sold(MANY)]
  type Sold = typeof few

  const line = ({ cart_id, variant_id }: Sold) =>
    post(`/store/carts/${cart_id}/line-items`, { variant_id, quantity: 1 }, asStore(dev))
  const reservation = ({ inventory_item_id }: Sold) =>
    post('/admin/reservations', { inventory_item_id, location_id: ids.stock_location, quantity: 1 })
  const listed = ({ inventory_item_id }: Sold): Asked => ({
    method: 'GET',
    path: `/admin/inventory-items?id=${inventory_item_id}`,
    headers: admin,
  })
  const sizes = `with ${FEW}, or with ${MANY} reservations`
  const of = `of an item ${sizes}`
  return [
    await compare(timer, { what: `put a unit ${of} into a cart`, small: () => line(few), large: () => line(many), bound: 2 }),
    await compare(timer, {
      what: `reserve a unit ${of}`,
      small: () => reservation(few),
      large: () => reservation(many),
      bound: 5,
    }),
    await compare(timer, { what: `list an item ${sizes}`, small: () => listed(few), large: () => listed(many), bound: 2 }),
  ]
}
