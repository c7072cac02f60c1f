import { type Actor, createCart, findCartPlace } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { type CartUnderTest, STRANGER, startCart } from '../../../test/service.ts'

const ADMIN: Actor = { type: 'user', id: 'user_1', identity_id: null }

/** With what the cart remembers of the region. */
const EUROPE = { region_id: ids.region, currency_code: 'eur', region_copy: { automatic_taxes: true } }

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const placeOf = async (id: string, options: object = {}) =>
  (await service.store(findCartPlace, { body: { id }, ...options })).body.place
const made = async (body: object) => (await service.store(createCart, { body: { region_id: ids.region, ...body } })).body.cart.id

it('returns region, country and province of a cart', async () => {
  const shipping_address = { country_code: 'de', province: 'by' }
  expect(await placeOf(await made({ shipping_address }))).toEqual({ ...EUROPE, country_code: 'de', province: 'by' })
})

it('returns the region of a cart without an address, and null for unknown carts and those of other channels', async () => {
  const id = await made({})
  expect(await placeOf(id)).toEqual({ ...EUROPE, country_code: null, province: null })
  expect(await placeOf(id, { actor: STRANGER })).toBeNull()
  expect(await placeOf('cart_none')).toBeNull()
})

it('is for storefronts only', async () => {
  expect((await service.store(findCartPlace, { body: { id: 'cart_none' }, actor: ADMIN })).status).toBe(401)
})
