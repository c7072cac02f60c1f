import { type Actor, createCart, findCartShipment } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { type CartUnderTest, CHANNEL, STRANGER, startCart } from '../../../test/service.ts'

const ADMIN: Actor = { type: 'user', id: 'user_1', identity_id: null }

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const shipmentOf = async (id: string, options: object = {}) =>
  (await service.store(findCartShipment, { body: { id }, ...options })).body.shipment
const made = async (body: object) => (await service.store(createCart, { body: { region_id: ids.region, ...body } })).body.cart

it('returns what a cart ships, where to, and its item total with taxes', async () => {
  const address = { country_code: 'de', province: 'be', city: 'Berlin', postal_code: '10115' }
  const cart = await made({ shipping_address: address, items: [{ variant_id: ids.variant, quantity: 2 }] })
  expect(cart.item_total).toBeGreaterThan(0)
  expect(await shipmentOf(cart.id)).toEqual({
    region_id: ids.region,
    currency_code: 'eur',
    sales_channel_id: CHANNEL,
    item_total: cart.item_total,
    address,
    seller_ids: [ids.seller],
    items: [{ variant_id: ids.variant, quantity: 2 }],
  })
})

it('returns an empty address while none is known, and null for unknown carts and those of other channels', async () => {
  const { id } = await made({})
  const address = { country_code: null, province: null, city: null, postal_code: null }
  expect(await shipmentOf(id)).toMatchObject({ item_total: 0, address, seller_ids: null, items: [] })
  expect(await shipmentOf(id, { actor: STRANGER })).toBeNull()
  expect(await shipmentOf('cart_none')).toBeNull()
})

it('is for storefronts only', async () => {
  expect((await service.store(findCartShipment, { body: { id: 'cart_none' }, actor: ADMIN })).status).toBe(401)
})
