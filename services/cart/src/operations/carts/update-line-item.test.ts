import { addLineItem, createCart, updateLineItem, updateRegion } from '@souk/contracts'
import { patient } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededUsRegion } from '../../../../../tools/seed/regions.ts'
import { aPaymentCollection } from '../../../test/builders.ts'
import { ADMIN, type CartUnderTest, GUEST, STRANGER, startCart } from '../../../test/service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const shirts = (quantity: number, metadata: object = {}) => ({ variant_id: ids.variant, quantity, metadata })
const newCart = async (...items: object[]) => {
  const body = { shipping_address: { country_code: 'de' }, items: items.length > 0 ? items : [shirts(2, { a: 1, b: 2 })] }
  return (await service.store(createCart, { body })).body.cart
}
const carts = () => service.db.collection<{ _id: string }>('carts')
const update = (id: string, line_id: string, body: unknown, options: object = {}) =>
  service.store(updateLineItem, { params: { id, line_id }, body, ...options })

describe('update-line-item', () => {
  it('prices the line for its new quantity, and keeps its id and metadata', async () => {
    const cart = await newCart()
    const [line] = cart.items

    const { status, body, etag } = await update(cart.id, line.id, { quantity: 10 })

    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    expect(updateLineItem.response.safeParse(body).error).toBeUndefined()
    const kept = { id: line.id, created_at: line.created_at, metadata: { a: 1, b: 2 } }
    expect(body.cart.items).toMatchObject([{ ...kept, quantity: 10, unit_price: 18, compare_at_unit_price: null, total: 214.2 }])
    expect(body.cart.total).toBe(214.2)
    expect(await service.eventsOf(cart.id, 2)).toMatchObject([{ type: 'cart.created' }, { type: 'cart.updated' }])
  })

  it("keeps the cart's currency when its region has another one by now", async () => {
    const region_id = 'reg_moving'
    await insertMissing(service.pricing.db, { regions: [{ ...seededUsRegion, id: region_id, name: 'Moving', countries: [] }] })
    const cart = (await service.store(createCart, { body: { region_id, items: [shirts(1)] } })).body.cart
    expect(cart).toMatchObject({ currency_code: 'usd', items: [{ unit_price: 22 }] })
    const moved = { params: { id: region_id }, body: { currency_code: 'eur' }, actor: ADMIN }
    expect((await service.pricing.send(updateRegion, moved)).status).toBe(200)

    const { body } = await update(cart.id, cart.items[0].id, { quantity: 2 })

    expect(body.cart).toMatchObject({ currency_code: 'usd', items: [{ quantity: 2, unit_price: 22 }], total: 44 })
  })

  it.each([
    ['new and changed keys', { b: 3, c: 4 }, { a: 1, b: 3, c: 4 }],
    ['a key with an empty text, which removes it,', { a: '' }, { b: 2 }],
    ['an empty object', {}, { a: 1, b: 2 }],
    ['null, which removes all of it,', null, null],
  ])('merges %s into the metadata of the line', async (_what, metadata, merged) => {
    const cart = await newCart()
    const { body } = await update(cart.id, cart.items[0].id, { quantity: 2, metadata })
    expect(body.cart.items[0].metadata).toEqual(merged)
  })

  it('changes one of several lines of a variant, and merges none', async () => {
    const cart = await newCart(shirts(1, { n: 1 }), shirts(1, { n: 2 }))
    const { body } = await update(cart.id, cart.items[1].id, { quantity: 3, metadata: { n: 1 } })
    expect(body.cart.items.map((line: { quantity: number; metadata: object }) => [line.quantity, line.metadata])).toEqual([
      [1, { n: 1 }],
      [3, { n: 1 }],
    ])
  })

  it('removes the line if the quantity is 0, and adjusts the payment collection', async () => {
    const cart = await newCart(shirts(1), { variant_id: ids.third_variant, quantity: 1 })
    await carts().updateOne({ _id: cart.id }, { $set: { payment_collection: aPaymentCollection() }, $inc: { revision: 1 } })

    const { status, body } = await update(cart.id, cart.items[0].id, { quantity: 0 })

    expect([status, body.cart.items]).toEqual([200, [cart.items[1]]])
    expect(body.cart).toMatchObject({ total: 12.84, payment_collection: { amount: 12.84, payment_sessions: [] } })
    expect((await update(cart.id, cart.items[0].id, { quantity: 0 })).status).toBe(404)
  })

  it.each([
    ['no quantity', {}, "Invalid request: Field 'quantity' is required"],
    ['a negative quantity', { quantity: -1 }, "Invalid request: Value for field 'quantity' too small, expected at least: '0'"],
    ['half a unit', { quantity: 0.5 }, "Invalid request: Expected type: 'int' for field 'quantity', got: '0.5'"],
    ['a price', { quantity: 1, unit_price: 1 }, "Invalid request: Unrecognized fields: 'unit_price'"],
    ['more than is in stock', { quantity: 1_000_000 }, 'Some variant does not have the required inventory'],
  ])('rejects %s', async (_what, body, message) => {
    const cart = await newCart()
    const answer = await update(cart.id, cart.items[0].id, body)
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })

  it('rejects unknown lines, lines of other carts, unknown carts and completed carts', async () => {
    const [cart, other] = [await newCart(), await newCart()]
    const line = cart.items[0].id
    const refusal = async (id: string, line_id: string, options: object = {}) => {
      const { status, body } = await update(id, line_id, { quantity: 1 }, options)
      return [status, body.type, body.message]
    }
    const noLine = (id: string) => [404, 'not_found', `Line item with id: ${id} was not found`]
    expect(await refusal(cart.id, 'cali_none')).toEqual(noLine('cali_none'))
    expect(await refusal(other.id, line)).toEqual(noLine(line))
    expect(await refusal('cart_none', line)).toEqual([404, 'not_found', 'Cart id not found: cart_none'])
    expect(await refusal(cart.id, line, { actor: STRANGER })).toEqual([404, 'not_found', `Cart id not found: ${cart.id}`])
    await carts().updateOne({ _id: cart.id }, { $set: { completed_at: '2026-01-02T00:00:00.000Z' }, $inc: { revision: 1 } })
    expect(await refusal(cart.id, line)).toEqual([400, 'invalid_data', `Cart ${cart.id} is already completed.`])
  })

  it('rejects metadata that brings all lines above 256 KiB', async () => {
    const cart = await newCart()
    const items = Array.from({ length: 16 }, (_, n) => ({
      ...cart.items[0],
      id: `cali_${n}`,
      metadata: { text: 'x'.repeat(16_000) },
    }))
    await carts().updateOne({ _id: cart.id }, { $set: { items }, $inc: { revision: 1 } })

    const { status, body } = await update(cart.id, 'cali_0', { quantity: 1, metadata: { more: 'x'.repeat(8000) } })

    const message = "The metadata of a cart's items hold at most 256 KiB as JSON"
    expect([status, body.message]).toEqual([400, message])
  })

  it('applies all concurrent changes, and loses no unit that is added meanwhile', async () => {
    const cart = await newCart(shirts(1, { n: 1 }), { variant_id: ids.third_variant, quantity: 1 })
    const [shirt, book] = cart.items

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => [
        update(cart.id, shirt.id, { quantity: n + 2, metadata: { [n]: n } }, patient()),
        service.store(addLineItem, {
          params: { id: cart.id },
          body: { variant_id: ids.third_variant, quantity: 1 },
          actor: GUEST,
          ...patient(),
        }),
      ]).flat(),
    )

    expect(new Set(answers.map(({ status, body }) => (status === 200 ? 200 : body.message)))).toEqual(new Set([200]))
    const { items } = (await carts().findOne({ _id: cart.id })) as unknown as { items: { id: string; metadata: object }[] }
    expect(Object.keys(items.find(({ id }) => id === shirt.id)!.metadata)).toHaveLength(9)
    expect(items.find(({ id }) => id === book.id)).toMatchObject({ quantity: 9 })
  })
})
