import { addGiftCard, addLineItem, createCart, createCartPaymentCollection, getCart } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCard } from '../../../test/builders.ts'
import { type CartUnderTest, STRANGER, startCart } from '../../../test/service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const SHIRTS = { variant_id: ids.variant, quantity: 2 }
const newCart = async (body: object = { items: [SHIRTS] }): Promise<string> =>
  (await service.store(createCart, { body })).body.cart.id
const create = (cart_id: unknown, options: object = {}) =>
  service.store(createCartPaymentCollection, { body: { cart_id }, ...options })
const cartOf = async (id: string) => (await service.store(getCart, { params: { id } })).body.cart

describe('create-cart-payment-collection', () => {
  it('creates the cart’s collection for the whole amount due, without a session', async () => {
    const id = await newCart()

    const { status, body, etag } = await create(id)

    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    expect(body).toEqual({
      payment_collection: {
        id: expect.stringMatching(/^pay_col_/),
        currency_code: 'eur',
        amount: 40,
        payment_sessions: [],
      },
    })
    expect((await cartOf(id)).payment_collection).toMatchObject({
      ...body.payment_collection,
      status: 'not_paid',
      payment_providers: [],
      payments: [],
    })
  })

  it('returns the same collection again, brought up to date, with the requested fields', async () => {
    const id = await newCart()
    const first = (await create(id)).body.payment_collection
    await service.store(addLineItem, { params: { id }, body: SHIRTS })

    const again = await create(id, { query: 'fields=amount,status' })

    expect(again).toMatchObject({ status: 200, etag: '"3"' })
    expect(again.body.payment_collection).toEqual({ id: first.id, amount: 80, status: 'not_paid' })
  })

  it('asks for what gift cards leave to pay, which may be nothing', async () => {
    await insertMissing(service.db, { gift_cards: [aCard({ code: 'ALL' })] })
    const id = await newCart()
    await service.store(addGiftCard, { params: { id }, body: { code: 'ALL' } })

    expect((await create(id)).body.payment_collection.amount).toBe(0)
    expect((await create(await newCart({}))).body.payment_collection.amount).toBe(0)
  })

  it('creates only one for many concurrent requests', async () => {
    const id = await newCart()

    const answers = await Promise.all(Array.from({ length: 10 }, () => create(id)))

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map(({ body }) => body.payment_collection.id)).size).toBe(1)
    expect((await cartOf(id)).payment_collection.id).toBe(answers[0]!.body.payment_collection.id)
  })

  it('returns the collection of a completed cart, but creates none for one', async () => {
    const [paid, free] = [await newCart(), await newCart()]
    const made = (await create(paid)).body
    const completed = { $set: { completed_at: new Date().toISOString() }, $inc: { revision: 1 } }
    await service.db.collection<{ _id: string }>('carts').updateMany({ _id: { $in: [paid, free] } }, completed)

    expect((await create(paid)).body).toEqual(made)
    expect(await create(free)).toMatchObject({
      status: 400,
      body: { type: 'invalid_data', message: `Cart ${free} is already completed.` },
    })
  })

  it.each([
    ['no cart', {}, "Invalid request: Field 'cart_id' is required"],
    ['a cart id that is a number', { cart_id: 5 }, "Invalid request: Expected type: 'string' for field 'cart_id', got: '5'"],
    ['unknown fields', { cart_id: 'cart_none', amount: 5 }, "Invalid request: Unrecognized fields: 'amount'"],
  ])('rejects %s', async (_what, body, message) => {
    expect(await service.store(createCartPaymentCollection, { body })).toMatchObject({
      status: 400,
      body: { type: 'invalid_data', message },
    })
  })

  it('answers 404 for unknown carts and carts of other sales channels, even if they have a collection', async () => {
    const id = await newCart()
    await create(id)

    const answers = [await create('cart_none'), await create(id, { actor: STRANGER })]

    expect(answers.map(({ status, body }) => [status, body.type, body.message])).toEqual([
      [404, 'not_found', 'Cart id not found: cart_none'],
      [404, 'not_found', `Cart id not found: ${id}`],
    ])
  })
})
