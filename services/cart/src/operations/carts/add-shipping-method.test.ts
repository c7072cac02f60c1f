import {
  addLineItem,
  addShippingMethod,
  batchShippingOptionRules,
  createCart,
  createShippingOption,
  getCart,
} from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { aPaymentCollection } from '../../../test/builders.ts'
import { type CartUnderTest, STRANGER, startCart } from '../../../test/service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const SHIRTS = { variant_id: ids.variant, quantity: 2 }
const TO_GERMANY = { country_code: 'de' }

const newCart = async (body: object = {}): Promise<string> =>
  (await service.store(createCart, { body: { items: [SHIRTS], shipping_address: TO_GERMANY, ...body } })).body.cart.id
const add = (id: string, body: unknown, options: object = {}) =>
  service.store(addShippingMethod, { params: { id }, body, ...options })
const standard = { option_id: ids.shipping_option }
const express = { option_id: ids.express_shipping_option }
const chosen = (body: { cart: { shipping_methods: { name: string }[] } }) => body.cart.shipping_methods.map(({ name }) => name)

describe('add-shipping-method', () => {
  it('returns the cart with the method, its taxes and the new totals, every field present', async () => {
    const id = await newCart()

    const { status, body, etag } = await add(id, { ...standard, data: { pickup: 'noon' } })

    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    expect(addShippingMethod.response.safeParse(body).error).toBeUndefined()
    expect(body.cart.shipping_methods).toMatchObject([
      {
        name: 'Standard',
        amount: 10,
        data: { pickup: 'noon' },
        shipping_option_id: ids.shipping_option,
        tax_lines: [{ code: 'VAT19' }],
        total: 11.9,
      },
    ])
    expect(body.cart).toMatchObject({ item_total: 47.6, shipping_total: 11.9, total: 59.5 })
    expect((await service.store(getCart, { params: { id } })).body).toEqual(body)
    expect((await service.eventsOf(id, 2)).at(-1)).toEqual({ seq: 2, type: 'cart.updated', ids: { id } })
  })

  it('stores the properties of the option that promotion rules may name, and never shows them', async () => {
    const id = await newCart()

    const { body } = await add(id, standard)

    const stored = await service.db.collection<{ _id: string }>('carts').findOne({ _id: id })
    expect(stored).toMatchObject({
      chosen_options: [
        {
          id: ids.shipping_option,
          shipping_option_type_id: ids.shipping_option_type,
          shipping_profile_id: ids.shipping_profile,
        },
      ],
    })
    expect(body.cart).not.toHaveProperty('chosen_options')
    const asked = await service.store(getCart, { params: { id }, query: 'fields=id,chosen_options' })
    expect(asked.body.cart).toEqual({ id })
  })

  it('replaces the method of the same shipping profile, accepts several at once, and ignores unknown keys', async () => {
    const id = await newCart()

    expect(chosen((await add(id, standard)).body)).toEqual(['Standard'])
    expect(chosen((await add(id, { ...express, carrier: 'post' })).body)).toEqual(['Express'])
    expect(chosen((await add(id, [standard, express])).body)).toEqual(['Standard', 'Express'])
    expect(chosen((await add(id, [])).body)).toEqual(['Standard', 'Express'])
  })

  it('leaves the lines unchanged, even when the catalog has changed', async () => {
    const id = await newCart()
    const products = service.pricing.db.collection('products')
    await products.updateMany({}, { $set: { status: 'draft' } })

    const { status, body } = await add(id, standard).finally(() => products.updateMany({}, { $set: { status: 'published' } }))

    expect({ status, items: body.cart.items }).toMatchObject({ status: 200, items: [{ quantity: 2, unit_price: 20 }] })
  })

  it('adjusts the payment collection', async () => {
    const id = await newCart()
    const carts = service.db.collection<{ _id: string }>('carts')
    await carts.updateOne({ _id: id }, { $set: { payment_collection: aPaymentCollection() }, $inc: { revision: 1 } })

    expect((await add(id, standard)).body.cart.payment_collection).toMatchObject({ amount: 59.5, payment_sessions: [] })
  })

  it('drops a method whose option is no longer offered with the next change of the lines', async () => {
    const admin = { actor: { type: 'user', id: 'user_1', identity_id: null } } as const
    const body = {
      ...{ name: 'Balloon', service_zone_id: ids.service_zone, shipping_profile_id: ids.shipping_profile, price_type: 'flat' },
      ...{ provider_id: 'manual_manual', type_id: ids.shipping_option_type, prices: [{ currency_code: 'eur', amount: 1 }] },
    }
    const made = (await service.pricing.send(createShippingOption, { ...admin, body: body as never })).body
    const { id: option_id } = made.shipping_option
    const id = await newCart()
    const change = async () => chosen((await service.store(addLineItem, { params: { id }, body: SHIRTS })).body)
    await add(id, { option_id })
    const before = await change()

    const hidden = { create: [{ attribute: 'enabled_in_store', operator: 'eq', value: 'false' }] } as never
    await service.pricing.send(batchShippingOptionRules, { ...admin, params: { id: option_id }, body: hidden })

    expect([before, await change()]).toEqual([['Balloon'], []])
  })

  it.each([
    ['an unknown option', { option_id: 'so_none' }, 'Shipping Options are invalid for cart.'],
    ['an unknown option among others', [standard, { option_id: 'so_none' }], 'Shipping Options are invalid for cart.'],
    [
      'an option without a price',
      { option_id: ids.shipping_option_without_price },
      `Shipping options with IDs ${ids.shipping_option_without_price} do not have a price`,
    ],
    ['no option', {}, "Invalid request: Expected type: 'array' for field 'option_id', got: 'undefined'"],
    [
      'an option id that is a number',
      { option_id: 5 },
      "Invalid request: Expected type: 'string, array' for field 'option_id', got: '5'",
    ],
    [
      'data that is not an object',
      { ...standard, data: 'x' },
      "Invalid request: Expected type: 'record, array' for field 'data', got: 'x'",
    ],
  ])('rejects %s, and changes nothing', async (_what, body, message) => {
    const id = await newCart()

    const { status, body: refusal } = await add(id, body)

    expect({ status, type: refusal.type, message: refusal.message }).toEqual({ status: 400, type: 'invalid_data', message })
    expect((await service.store(getCart, { params: { id } })).etag).toBe('"1"')
  })

  it('rejects an option that does not ship to the cart’s address', async () => {
    const id = await newCart({ shipping_address: { country_code: 'jp' } })

    expect((await add(id, standard)).body.message).toBe('Shipping Options are invalid for cart.')
  })

  it('answers 404 for unknown carts and those of other sales channels, and rejects completed carts', async () => {
    const id = await newCart()
    const carts = service.db.collection<{ _id: string }>('carts')
    const [unknown, foreign] = [await add('cart_none', standard), await add(id, standard, { actor: STRANGER })]
    await carts.updateOne({ _id: id }, { $set: { completed_at: new Date().toISOString() }, $inc: { revision: 1 } })
    const completed = await add(id, standard)

    expect([unknown, foreign, completed].map(({ status, body }) => [status, body.type, body.message])).toEqual([
      [404, 'not_found', 'Cart id not found: cart_none'],
      [404, 'not_found', `Cart id not found: ${id}`],
      [400, 'invalid_data', `Cart ${id} is already completed.`],
    ])
  })

  it('loses neither concurrent requests nor a line that is added meanwhile', async () => {
    const id = await newCart()
    const asked = [standard, express, standard, express, standard, express]

    const [line, ...answers] = await Promise.all([
      service.store(addLineItem, { params: { id }, body: { variant_id: ids.third_variant, quantity: 1 } }),
      ...asked.map((body) => add(id, body)),
    ])

    expect([line, ...answers].map(({ status }) => status)).toEqual(Array(7).fill(200))
    const { cart } = (await service.store(getCart, { params: { id } })).body
    expect(cart.items).toHaveLength(2)
    expect(cart.shipping_methods).toHaveLength(1)
    expect(cart.total).toBeCloseTo(cart.item_total + cart.shipping_total, 10)
  })

  it('applies a retried request once', async () => {
    const id = await newCart()
    const repeat = { op_id: 'k3v9x1-300102030405060708090a0b0c0d0e1f' }

    const first = await add(id, standard, repeat)

    expect([first.status, first.body.cart.shipping_methods]).toEqual([200, [expect.anything()]])
    expect(await add(id, standard, repeat)).toEqual(first)
  })
})
