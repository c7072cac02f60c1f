import { addLineItem, createCart } from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { type CartUnderTest, startCart } from './service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const STRAY = { stray_key: 'stray value' }
const item = { variant_id: ids.variant, quantity: 1 }
const refusedAs = (names: string) => [400, 'invalid_data', `Invalid request: Unrecognized fields: '${names}'`]
const create = (body: object) => service.store(createCart, { body: body as never })

describe('an unknown key in a body', () => {
  it('is ignored in an item of a new cart, as the peers do, and not stored', async () => {
    const { status, body } = await create({ items: [{ ...item, ...STRAY, $set: { a: 1 } }] })
    expect([status, body.cart.items.length]).toEqual([200, 1])
    const stored = await service.db.collection('carts').findOne({ _id: body.cart.id })
    expect(JSON.stringify(stored)).not.toMatch(/stray_key|\$set/)
  })

  it('is rejected in a single item and in addresses, as the peers do', async () => {
    const { id } = (await create({})).body.cart
    const added = await service.store(addLineItem, { params: { id }, body: { ...item, ...STRAY } as never })
    expect(refusal(added)).toEqual(refusedAs('stray_key'))
    for (const name of ['shipping_address', 'billing_address'])
      expect(refusal(await create({ [name]: { city: 'Bern', ...STRAY } }))).toEqual(refusedAs('stray_key'))
  })

  it('is rejected if it is __proto__, at any depth', async () => {
    const withProto = (fields: object) =>
      Object.defineProperty({ ...fields }, '__proto__', { value: { admin: true }, enumerable: true })
    const bodies = [
      withProto({}),
      { items: [withProto(item)] },
      { shipping_address: withProto({ city: 'Bern' }) },
      { metadata: withProto({}) },
      { items: [{ ...item, metadata: { a: [withProto({})] } }] },
    ]
    for (const body of bodies) expect(refusal(await create(body))[0], JSON.stringify(body)).toBe(400)
    const { id } = (await create({})).body.cart
    expect((await service.store(addLineItem, { params: { id }, body: withProto(item) as never })).status).toBe(400)
  })
})
