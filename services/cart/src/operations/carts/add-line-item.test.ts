import { addLineItem, createCart, createProduct, getCart, updateLineItem } from '@souk/contracts'
import { createLogger, startService } from '@souk/runtime'
import { commandsOf, patient } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCard, aPaymentCollection } from '../../../test/builders.ts'
import { ADMIN, type CartUnderTest, CHANNEL, GUEST, STRANGER, startCart } from '../../../test/service.ts'
import { cartService } from '../../service.ts'

let service: CartUnderTest

beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const startReplica = () =>
  startService(cartService, cartService.config.parse({ ...service.servers, LOG_LEVEL: 'silent' }), createLogger('cart', 'silent'))
const inGermany = { shipping_address: { country_code: 'de' } }
const newCart = async (body: object = inGermany, actor = GUEST): Promise<string> =>
  (await service.store(createCart, { body, actor })).body.cart.id
const add = (id: string, body: unknown, options: object = {}) => service.store(addLineItem, { params: { id }, body, ...options })
const shirts = (quantity: number) => ({ variant_id: ids.variant, quantity })
const books = (quantity: number) => ({ variant_id: ids.third_variant, quantity })
const carts = () => service.db.collection<{ _id: string }>('carts')

describe('add-line-item', () => {
  it.each([
    ['the first line', {}],
    ['a further line of the same seller', { items: [books(1)] }],
  ])('reads promotions once for %s', async (_which, body) => {
    const id = await newCart({ ...inGermany, ...body })
    const commands = await commandsOf(service.db, () => add(id, shirts(1)))
    expect(commands.filter(({ ns }) => ns.endsWith('.promotions')).map(({ op }) => op)).toEqual(['query'])
  })

  it('adds a line with its snapshot, taxes and totals, every field present', async () => {
    const id = await newCart()

    const { status, body, etag } = await add(id, { ...books(2), metadata: { gift: true } })

    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    expect(addLineItem.response.safeParse(body).error).toBeUndefined()
    expect(body.cart.items).toMatchObject([
      {
        cart_id: id,
        title: 'Sewing for beginners',
        quantity: 2,
        unit_price: 12,
        metadata: { gift: true },
        tax_lines: [{ code: 'VAT7' }],
        total: 25.68,
      },
    ])
    expect(body.cart).toMatchObject({ item_total: 25.68, total: 25.68 })
  })

  it('merges with an equal line, at the price for the combined quantity', async () => {
    const id = await newCart()
    const first = await add(id, shirts(6))
    const second = await add(id, shirts(4))

    expect(first.body.cart.items).toMatchObject([{ quantity: 6, unit_price: 17, compare_at_unit_price: 20 }])
    expect(second.body.cart.items).toMatchObject([
      { id: first.body.cart.items[0].id, quantity: 10, unit_price: 18, compare_at_unit_price: null, subtotal: 180 },
    ])
  })

  it('updates the prices of the other lines, too', async () => {
    const id = await newCart()
    await add(id, shirts(1))
    const prices = service.pricing.db.collection<{ _id: string }>('prices')
    await prices.updateOne({ variant_id: ids.variant, currency_code: 'eur', min_quantity: null }, { $set: { amount: 19 } })

    const { body } = await add(id, books(1)).finally(() =>
      prices.updateOne({ variant_id: ids.variant, currency_code: 'eur', min_quantity: null }, { $set: { amount: 20 } }),
    )

    expect(body.cart.items.map(({ unit_price }: { unit_price: number }) => unit_price)).toEqual([19, 12])
  })

  it('leaves the texts of present lines as they were, even of the one that it is merged into', async () => {
    const { body: before } = await add(await newCart(), shirts(1))
    const { id, items } = before.cart
    const products = service.pricing.db.collection('products')
    const rename = (title: string) => products.updateOne({ 'variants.id': ids.variant }, { $set: { title } })
    await rename('Renamed')

    const beside = await add(id, books(1))
    const merged = await add(id, shirts(1))
    const { body: other } = await add(await newCart(), shirts(1)).finally(() => rename(items[0].product_title))

    const texts = { title: items[0].title, product_title: items[0].product_title }
    expect(beside.body.cart.items[0]).toMatchObject({ ...texts, quantity: 1 })
    expect(merged.body.cart.items[0]).toMatchObject({ ...texts, quantity: 2 })
    expect(other.cart.items[0]).toMatchObject({ title: 'Renamed', product_title: 'Renamed' })
  })

  it('leaves a line unchanged whose product is no longer sold, and rejects more units of it', async () => {
    const { body: before } = await add(await newCart(), shirts(1))
    const { id, items } = before.cart
    const products = service.pricing.db.collection('products')
    await products.updateOne({ 'variants.id': ids.variant }, { $set: { status: 'draft' } })

    const beside = await add(id, books(1))
    const more = await add(id, shirts(1))
    await products.updateOne({ 'variants.id': ids.variant }, { $set: { status: 'published' } })

    expect([beside.status, beside.body.cart.items]).toEqual([200, [items[0], expect.objectContaining({ quantity: 1 })]])
    const message = `Variants ${ids.variant} do not exist or belong to a product that is not published`
    expect([more.status, more.body.message]).toEqual([400, message])
  })

  it('leaves lines that are not affected unchanged', async () => {
    const id = await newCart()
    const first = await add(id, shirts(1))

    const { body } = await add(id, books(1))

    expect(body.cart.items[0]).toEqual(first.body.cart.items[0])
  })

  it('applies gift cards to the new total, drops empty ones, and adjusts the payment collection', async () => {
    const id = await newCart({})
    await insertMissing(service.db, { gift_cards: [aCard({ code: 'HUNDRED' }), aCard({ code: 'LINE-SPENT', balance: '0' })] })
    await add(id, shirts(1))
    const { ledger: _ledger, balance: _balance, ...empty } = aCard({ code: 'LINE-SPENT' })
    const { ledger, balance, ...full } = aCard({ code: 'HUNDRED' })
    await carts().updateOne(
      { _id: id },
      { $set: { gift_cards: [empty, full], payment_collection: aPaymentCollection({ amount: 20 }) }, $inc: { revision: 1 } },
    )

    const { body } = await add(id, shirts(5))

    expect(body.cart).toMatchObject({ gift_cards: [{ code: 'HUNDRED' }], gift_card_total: 100, item_total: 102, total: 2 })
    expect(body.cart.payment_collection).toMatchObject({ amount: 2, payment_sessions: [] })
  })

  it('publishes cart.updated', async () => {
    const id = await newCart()
    await add(id, shirts(1))

    expect((await service.eventsOf(id, 2)).at(-1)).toEqual({ seq: 2, type: 'cart.updated', ids: { id } })
  })

  it('applies a retried request once, without asking for prices again', async () => {
    const id = await newCart()
    const options = { op_id: 'k3v9x1-300102030405060708090a0b0c0d0e0f' }
    const first = await add(id, shirts(1), options)
    await service.pricing.db.collection('products').updateMany({}, { $set: { status: 'draft' } })

    const second = await add(id, shirts(1), options).finally(() =>
      service.pricing.db.collection('products').updateMany({}, { $set: { status: 'published' } }),
    )

    expect(second).toEqual(first)
  })

  it.each([
    [
      'an unknown variant',
      { variant_id: 'variant_none', quantity: 1 },
      'invalid_data',
      'Variants variant_none do not exist or belong to a product that is not published',
    ],
    ['more than is in stock', shirts(1_000_000), 'not_allowed', 'Some variant does not have the required inventory'],
    ['no variant', { quantity: 1 }, 'invalid_data', "Invalid request: Field 'variant_id' is required"],
    [
      'half a unit',
      { variant_id: ids.variant, quantity: 0.5 },
      'invalid_data',
      "Invalid request: Expected type: 'int' for field 'quantity', got: '0.5'",
    ],
    ['unknown fields', { ...shirts(1), unit_price: 1 }, 'invalid_data', "Invalid request: Unrecognized fields: 'unit_price'"],
  ])('rejects %s', async (_what, body, type, message) => {
    const answer = await add(await newCart(), body)

    expect({ status: answer.status, type: answer.body.type, message: answer.body.message }).toEqual({
      status: 400,
      type,
      message,
    })
  })

  it('rejects the 501st line', async () => {
    const id = await newCart({ items: [shirts(1)] })
    const cart = await carts().findOne({ _id: id })
    const items = Array.from({ length: 500 }, (_, n) => ({
      ...(cart as unknown as { items: object[] }).items[0],
      id: `cali_${n}`,
      metadata: { n },
    }))
    await carts().updateOne({ _id: id }, { $set: { items }, $inc: { revision: 1 } })

    const { status, body } = await add(id, books(1))

    expect({ status, message: body.message }).toEqual({ status: 400, message: 'A cart holds at most 500 items' })
  })

  it('rejects the 1,001st gift card; carts that already have more may change otherwise', async () => {
    const variant = {
      title: '50',
      options: { Value: '50' },
      manage_inventory: false,
      prices: [{ currency_code: 'eur', amount: 50 }],
    }
    const { product } = await service.pricing.call(createProduct, {
      actor: ADMIN,
      body: {
        ...{ title: 'Gift card', is_giftcard: true, status: 'published', sales_channels: [{ id: CHANNEL }] },
        ...{ options: [{ title: 'Value', values: ['50'] }], variants: [variant] },
      },
    })
    const cards = (quantity: number) => ({ variant_id: product.variants![0]!.id, quantity })
    const id = await newCart({ ...inGermany, items: [cards(999)] })
    expect((await add(id, cards(1))).body.cart.items).toMatchObject([{ is_giftcard: true, quantity: 1000, tax_lines: [] }])
    expect((await add(id, books(2000))).status).toBe(200)

    const refused = [await add(id, cards(1)), await service.store(createCart, { body: { items: [cards(1001)] } })]

    const refusal = { status: 400, message: 'An order sells at most 1000 gift cards' }
    expect(refused.map(({ status, body: { message } }) => ({ status, message }))).toEqual([refusal, refusal])
    await carts().updateOne({ _id: id }, { $set: { 'items.0.quantity': 2000 }, $inc: { revision: 1 } })
    expect((await add(id, shirts(1))).status).toBe(200)
    const params = { id, line_id: (await service.store(getCart, { params: { id } })).body.cart.items[0].id }
    expect((await service.store(updateLineItem, { params, body: { quantity: 1500 } })).status).toBe(200)
    expect((await service.store(updateLineItem, { params, body: { quantity: 1501 } })).body.message).toBe(refusal.message)
  })

  /** A cart with this many lines, each with its own metadata. */
  async function cartOf(count: number, metadata: (n: number) => object) {
    const id = await newCart({ items: [shirts(1)] })
    const cart = (await carts().findOne({ _id: id })) as unknown as { items: object[] }
    const items = Array.from({ length: count }, (_, n) => ({ ...cart.items[0], id: `cali_${n}`, metadata: metadata(n) }))
    await carts().updateOne({ _id: id }, { $set: { items }, $inc: { revision: 1 } })
    return id
  }

  it('rejects a line that brings the metadata of all lines above 256 KiB', async () => {
    const id = await cartOf(16, (n) => ({ n, text: 'x'.repeat(16_000) }))
    const message = "The metadata of a cart's items hold at most 256 KiB as JSON"

    const fits = await add(id, { ...books(1), metadata: { text: 'x'.repeat(5000) } })
    const refused = await add(id, { ...books(2), metadata: { text: 'x'.repeat(1200) } })

    expect(fits.status).toBe(200)
    expect({ status: refused.status, message: refused.body.message }).toEqual({ status: 400, message })
  })

  it('rejects a line that brings all lines above 3 MiB; larger carts can still be read and changed', async () => {
    const products = service.pricing.db.collection('products')
    const product = { 'variants.id': ids.variant }
    const { description } = (await products.findOne(product))!
    await products.updateOne(product, { $set: { description: 'x'.repeat(15_000) } })
    try {
      const id = await cartOf(100, (n) => ({ n }))

      const refused = await add(id, books(1))
      const read = await service.store(getCart, { params: { id } })
      const grown = await add(id, { ...shirts(1), metadata: { n: 7 } })

      const message = "A cart's items hold at most 3 MiB as JSON"
      expect({ status: refused.status, message: refused.body.message }).toEqual({ status: 400, message })
      expect([read.status, read.body.cart.items.length]).toEqual([200, 100])
      expect([grown.status, grown.body.cart.items[7].quantity]).toEqual([200, 2])
    } finally {
      await products.updateOne(product, { $set: { description } })
    }
  })

  it('rejects a completed cart', async () => {
    const id = await newCart()
    await carts().updateOne({ _id: id }, { $set: { completed_at: '2026-01-02T00:00:00.000Z' }, $inc: { revision: 1 } })

    const { status, body } = await add(id, shirts(1))

    expect({ status, message: body.message }).toEqual({ status: 400, message: `Cart ${id} is already completed.` })
  })

  it('answers 404 for unknown carts and for carts of other sales channels', async () => {
    const id = await newCart()

    const answers = [await add('cart_none', shirts(1)), await add(id, shirts(1), { actor: STRANGER })]

    expect(answers.map(({ status, body }) => [status, body.type, body.message])).toEqual([
      [404, 'not_found', 'Cart id not found: cart_none'],
      [404, 'not_found', `Cart id not found: ${id}`],
    ])
  })

  it('loses no unit when 64 clients add the same variant concurrently', async () => {
    const id = await newCart()

    const answers = await Promise.all(Array.from({ length: 64 }, () => add(id, shirts(1), patient())))

    expect(new Set(answers.map(({ status, body }) => (status === 200 ? 200 : body.message)))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(64)
    expect((await carts().findOne({ _id: id })) as unknown).toMatchObject({
      revision: 65,
      items: [{ quantity: 64, unit_price: 16 }],
    })
  })

  it('answers every client of two replicas, and counts every unit that it accepted', async () => {
    const replica = await startReplica()
    try {
      const id = await newCart()

      const answers = await Promise.all(Array.from({ length: 24 }, () => add(id, shirts(1), patient())))

      const accepted = answers.filter(({ status }) => status === 200)
      const refused = answers.filter(({ status }) => status !== 200)
      expect(accepted.length).toBeGreaterThan(0)
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 409))
      expect(await carts().findOne({ _id: id })).toMatchObject({
        revision: 1 + accepted.length,
        items: [{ quantity: accepted.length }],
      })
    } finally {
      await replica.stop()
    }
  })
})
