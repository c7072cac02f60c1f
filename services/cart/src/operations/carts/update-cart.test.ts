import { addGiftCard, addLineItem, createCart, getCart, updateCart } from '@souk/contracts'
import { patient } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededUsRegion } from '../../../../../tools/seed/regions.ts'
import { aCard, aPaymentCollection } from '../../../test/builders.ts'
import { type CartUnderTest, CHANNEL, CUSTOMER, GUEST, rulePairs, STRANGER, startCart } from '../../../test/service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
  await insertMissing(service.pricing.db, {
    regions: [{ ...seededUsRegion, id: 'reg_yen', name: 'Yen', currency_code: 'jpy', countries: [] }],
  })
  await insertMissing(service.db, {
    gift_cards: [aCard({ code: 'EUROS', value: 5 }), aCard({ code: 'DOLLARS', value: 5, currency_code: 'usd' })],
  })
})
afterAll(() => service.stop())

const SHIRT = { variant_id: ids.variant, quantity: 1 }
const GERMANY = { first_name: 'Gerda', city: 'Berlin', country_code: 'de' }
const newCart = async (body: object = {}, actor = GUEST) =>
  (await service.store(createCart, { body: { items: [SHIRT], shipping_address: GERMANY, ...body }, actor })).body.cart
const carts = () => service.db.collection<{ _id: string }>('carts')
const write = (id: string, set: object) => carts().updateOne({ _id: id }, { $set: set, $inc: { revision: 1 } })
const update = (id: string, body: unknown, options: object = {}) =>
  service.store(updateCart, { params: { id }, body, ...options })
const updated = async (id: string, body: unknown, options: object = {}) => {
  const answer = await update(id, body, options)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.cart
}
const refusal = async (id: string, body: unknown, options: object = {}) => {
  const answer = await update(id, body, options)
  return [answer.status, answer.body.type, answer.body.message]
}

describe('update-cart', () => {
  it('changes only the named fields', async () => {
    const cart = await newCart({ metadata: { a: 1, b: 2 } })

    const { status, body, etag } = await update(cart.id, { metadata: { a: '', c: 3 }, locale: 'de-DE' })

    expect({ status, etag }).toEqual({ status: 200, etag: '"2"' })
    expect(updateCart.response.safeParse(body).error).toBeUndefined()
    expect(body.cart).toEqual({
      ...cart,
      metadata: { b: 2, c: 3 },
      locale: 'de-DE',
      updated_at: expect.any(String),
      items: [expect.objectContaining({ id: cart.items[0].id, total: cart.items[0].total })],
    })
    expect(await updated(cart.id, { metadata: null, locale: null })).toMatchObject({ metadata: null, locale: null })
    expect(await service.eventsOf(cart.id, 3)).toMatchObject([{}, { type: 'cart.updated' }, { type: 'cart.updated' }])
  })

  describe('to another region', () => {
    it('changes the currency, prices and taxes, and adjusts the payment collection', async () => {
      const cart = await newCart()
      await write(cart.id, { payment_collection: aPaymentCollection({ amount: 23.8 }) })

      const moved = await updated(cart.id, { region_id: ids.us_region })

      expect(moved).toMatchObject({
        region_id: ids.us_region,
        region: { name: 'United States' },
        currency_code: 'usd',
        total: 22,
      })
      expect(moved.items).toMatchObject([{ id: cart.items[0].id, unit_price: 22, tax_lines: [] }])
      expect(moved.payment_collection).toMatchObject({ amount: 22, currency_code: 'usd', payment_sessions: [] })
    })

    it('ships to its only country; if there are several, clears the address unless one of them is given', async () => {
      const cart = await newCart()
      const american = await updated(cart.id, { region_id: ids.us_region })
      expect(american.shipping_address).toMatchObject({ country_code: 'us', city: null, first_name: null })
      expect(american.shipping_address_id).toBe(american.shipping_address.id)
      expect(await updated(cart.id, { region_id: ids.region })).toMatchObject({
        shipping_address: null,
        shipping_address_id: null,
      })
      const given = { region_id: ids.us_region, shipping_address: { city: 'Boston' } }
      expect((await updated(cart.id, given)).shipping_address).toMatchObject({ city: 'Boston', country_code: 'us' })
      const french = { region_id: ids.region, shipping_address: { city: 'Lyon', country_code: 'fr' } }
      expect((await updated(cart.id, french)).shipping_address).toMatchObject({ city: 'Lyon', country_code: 'fr' })
      expect((await updated(cart.id, { region_id: ids.region })).shipping_address).toMatchObject({ city: 'Lyon' })
    })

    it('drops credit in another currency, and lines with a custom price', async () => {
      const cart = await newCart({ items: [SHIRT, { ...SHIRT, metadata: { n: 1 } }] })
      const put = { params: { id: cart.id }, body: { code: 'EUROS' }, ...patient() }
      expect((await service.store(addGiftCard, put)).body.cart.gift_card_total).toBe(5)
      await write(cart.id, { items: [cart.items[0], { ...cart.items[1], is_custom_price: true }] })

      const moved = await updated(cart.id, { region_id: ids.us_region })

      expect(moved).toMatchObject({
        gift_cards: [],
        credit_lines: [],
        gift_card_total: 0,
        total: 22,
        items: [{ id: cart.items[0].id }],
      })
      expect((await service.store(addGiftCard, { ...put, body: { code: 'DOLLARS' } })).body.cart.total).toBe(17)
    })

    it('drops shipping methods without a price there', async () => {
      const cart = await newCart()
      const parts = { description: null, data: null, metadata: null, tax_lines: [], adjustments: [] }
      const option = { name: '', amount: 0, shipping_option_id: ids.express_shipping_option, is_custom_amount: false }
      const express = { id: 'casm_1', cart_id: cart.id, ...option, ...parts, is_tax_inclusive: false, deleted_at: null }
      await write(cart.id, { shipping_methods: [express] })
      expect((await updated(cart.id, { locale: 'de-DE', region_id: ids.region })).shipping_methods).toMatchObject([
        { name: 'Express' },
      ])
      expect(await updated(cart.id, { region_id: ids.us_region })).toMatchObject({
        shipping_methods: [],
        shipping_total: 0,
        total: 22,
      })
    })

    it('keeps lines that are sold out', async () => {
      const cart = await newCart({ items: [{ ...SHIRT, quantity: 2 }] })
      await write(cart.id, { items: [{ ...cart.items[0], quantity: 1_000_000 }] })
      expect((await updated(cart.id, { region_id: ids.us_region })).items).toMatchObject([{ quantity: 1_000_000 }])
    })

    it('is rejected and changes nothing if a line has no price there', async () => {
      const cart = await newCart()
      const message = `Variants with IDs ${ids.variant} do not have a price`
      const body = { region_id: 'reg_yen', email: 'left@example.com' }
      expect(await refusal(cart.id, body)).toEqual([400, 'invalid_data', message])
      expect((await service.store(getCart, { params: { id: cart.id } })).body.cart).toEqual(cart)
    })
  })

  describe('an address', () => {
    it('replaces the previous one, and determines the taxes', async () => {
      const cart = await newCart({ shipping_address: { city: 'Nowhere' } })
      expect(cart.tax_total).toBe(0)

      const sent = await updated(cart.id, {
        shipping_address: { country_code: 'DE', phone: '1' },
        billing_address: { city: 'Rome' },
      })

      expect(sent).toMatchObject({ tax_total: 3.8, total: 23.8, items: [{ tax_lines: [{ code: 'VAT19' }] }] })
      expect(sent.shipping_address).toMatchObject({ country_code: 'de', phone: '1', city: null })
      expect(sent.shipping_address.id).not.toBe(cart.shipping_address.id)
      expect(sent.billing_address).toMatchObject({ city: 'Rome', country_code: null })
      expect(sent.billing_address_id).toBe(sent.billing_address.id)
    })

    it('applies price rules for its country and the sales channel, as every change except creation does', async () => {
      const rules = rulePairs({ sales_channel_id: CHANNEL, 'shipping_address.country_code': 'de' })
      const prices = service.pricing.db.collection<{ _id: string }>('prices')
      const { _id, ...base } = (await prices.findOne({
        variant_id: ids.second_variant,
        currency_code: 'eur',
        price_list_id: null,
      }))!
      await prices.insertOne({ _id: 'price_here', ...base, amount: 1, rules, key: 'here' } as never)

      const items = [{ variant_id: ids.second_variant, quantity: 1 }]
      const cart = await newCart({ items })
      const pricesOf = (of: { items: { unit_price: number }[] }) => of.items.map(({ unit_price }) => unit_price)
      const [dear] = pricesOf(cart)
      expect(dear).toBeGreaterThan(1)
      const line = { params: { id: cart.id }, body: SHIRT }
      expect(pricesOf((await service.store(addLineItem, line)).body.cart)).toContain(1)
      expect(pricesOf(await updated(cart.id, { shipping_address: { country_code: 'fr' } }))).toContain(dear)
      expect(pricesOf(await updated(cart.id, { shipping_address: { country_code: 'DE' } }))).toContain(1)
    })

    it('keeps its id if that is given, and changes only the given fields', async () => {
      const cart = await newCart()
      const { id } = cart.shipping_address
      const { shipping_address } = await updated(cart.id, { shipping_address: { id, city: 'Bonn', first_name: null } })
      expect(shipping_address).toMatchObject({ id, city: 'Bonn', first_name: null, country_code: 'de' })
    })

    it.each([
      ['null', null, [400, 'invalid_data', "Invalid request: Expected type: 'object' for field 'shipping_address', got: 'null'"]],
      [
        'an id',
        'caaddr_1',
        [400, 'invalid_data', "Invalid request: Expected type: 'object' for field 'shipping_address', got: 'caaddr_1'"],
      ],
      [
        'one of another region',
        { country_code: 'us' },
        [400, 'invalid_data', 'Country with code us is not within region Europe'],
      ],
      [
        'one of another region in capitals',
        { country_code: 'US' },
        [400, 'invalid_data', 'Country with code US is not within region Europe'],
      ],
      ['an address id of another cart', { id: 'caaddr_none' }, [404, 'not_found', 'Address with id "caaddr_none" not found']],
    ])('cannot be %s', async (_what, shipping_address, expected) => {
      expect(await refusal((await newCart()).id, { shipping_address })).toEqual(expected)
    })

    it('may name its country in capitals, which are stored in lower case', async () => {
      const { id } = await newCart()
      const { shipping_address: first } = await updated(id, { shipping_address: { country_code: 'DE' } })
      expect(first).toMatchObject({ country_code: 'de' })
      await updated(id, { shipping_address: { id: first!.id, country_code: null } })
      const { shipping_address: again } = await updated(id, { shipping_address: { id: first!.id, country_code: 'DE' } })
      expect(again).toMatchObject({ id: first!.id, country_code: 'de' })
    })

    it('may be in a country that the cart’s region got later', async () => {
      const { id, region } = await newCart()
      await write(id, { region: { ...region, countries: [] } })
      const message = 'Country with code us is not within region Europe'
      expect(await refusal(id, { shipping_address: { country_code: 'us' } })).toEqual([400, 'invalid_data', message])
      expect(await updated(id, { shipping_address: { country_code: 'de' }, email: 'late@example.com' })).toMatchObject({
        shipping_address: { country_code: 'de' },
        email: 'late@example.com',
        region: { id: region.id },
      })
    })

    it('is checked against the new region, too', async () => {
      const body = { region_id: ids.us_region, shipping_address: { country_code: 'de' } }
      const message = 'Country with code de is not within region United States'
      expect(await refusal((await newCart()).id, body)).toEqual([400, 'invalid_data', message])
    })
  })

  describe('an e-mail', () => {
    it('gives a guest’s cart to the guest with that e-mail', async () => {
      const cart = await newCart()
      const first = await updated(cart.id, { email: 'One@example.com' })
      expect(first).toMatchObject({ email: 'one@example.com', customer: { email: 'one@example.com', has_account: false } })
      expect(first.customer_id).toBe(first.customer.id)
      const second = await updated(cart.id, { email: 'two@example.com' })
      expect(second.customer_id).not.toBe(first.customer_id)
      expect(await updated(cart.id, { email: null })).toMatchObject({ email: 'two@example.com', customer_id: second.customer_id })
      expect((await updated(cart.id, { email: 'one@example.com' })).customer_id).toBe(first.customer_id)
    })

    it('of a customer with an account does not give the cart to that customer', async () => {
      const { customer } = await updated((await newCart()).id, { email: 'ann@example.com' })
      expect(customer).toMatchObject({ email: 'ann@example.com', has_account: false, first_name: null })
      expect(customer.id).not.toBe('cus_ann')
    })

    it('leaves a customer’s cart with that customer', async () => {
      const cart = await newCart({}, CUSTOMER)
      expect(await updated(cart.id, { email: 'Work@example.com' })).toMatchObject({
        email: 'Work@example.com',
        customer_id: 'cus_ann',
      })
      expect(await updated(cart.id, { email: null })).toMatchObject({ email: null, customer_id: 'cus_ann' })
    })

    it('of a rejected request creates no customer', async () => {
      const cart = await newCart()
      const email = 'nobody@example.com'
      await refusal(cart.id, { email, shipping_address: { country_code: 'us' } })
      await refusal(cart.id, { email, promo_codes: ['TEN'] })
      expect(await service.orders.db.collection('customers').countDocuments({ email })).toBe(0)
    })
  })

  it.each([
    ['an unknown region', { region_id: 'reg_none' }, [404, 'not_found', 'Region id not found: reg_none']],
    [
      'no region',
      { region_id: null },
      [400, 'invalid_data', "Invalid request: Expected type: 'string' for field 'region_id', got: 'null'"],
    ],
    ['an invalid e-mail address', { email: 'nope' }, [400, 'invalid_data', 'Invalid request: Invalid email address']],
    ['a promotion', { promo_codes: ['TEN'] }, [400, 'invalid_data', 'The promotion code TEN is invalid']],
    ['an unknown channel', { sales_channel_id: 'sc_none' }, [404, 'not_found', 'SalesChannel with id: sc_none was not found']],
    ['unknown fields', { currency_code: 'usd' }, [400, 'invalid_data', "Invalid request: Unrecognized fields: 'currency_code'"]],
  ])('rejects %s', async (_what, body, expected) => {
    expect(await refusal((await newCart()).id, body)).toEqual(expected)
  })

  it('moves to another sales channel of the key, if it is enabled and sells the goods in the cart', async () => {
    const channels = service.pricing.db.collection<{ _id: string }>('sales_channels')
    const { _id, ...web } = (await channels.findOne({ _id: CHANNEL }))!
    await channels.insertMany([
      { _id: 'sc_second', ...web, name: 'Second' },
      { _id: 'sc_closed', ...web, name: 'Closed', is_disabled: true },
      { _id: 'sc_foreign', ...web, name: 'Foreign' },
    ] as never)
    const empty = await newCart({ items: [] })
    const both = { actor: { ...GUEST, sales_channel_ids: [CHANNEL, 'sc_second'] } as typeof GUEST }
    expect(await updated(empty.id, { sales_channel_id: null })).toMatchObject({ sales_channel_id: CHANNEL })
    expect(await refusal(empty.id, { sales_channel_id: 'sc_closed' })).toEqual([
      400,
      'invalid_data',
      'Unable to assign cart to disabled Sales Channel: Closed',
    ])
    expect((await update(empty.id, { sales_channel_id: 'sc_foreign' })).body.errors[0].path).toEqual(['sales_channel_id'])
    expect((await update(empty.id, { sales_channel_id: 'sc_second' }, both)).body.cart).toMatchObject({
      sales_channel_id: 'sc_second',
    })
    expect((await refusal((await newCart()).id, { sales_channel_id: 'sc_second' }, both))[0]).toBe(400)
  })

  it('rejects unknown carts, carts of other sales channels and completed carts', async () => {
    const { id } = await newCart()
    expect(await refusal('cart_none', {})).toEqual([404, 'not_found', 'Cart id not found: cart_none'])
    expect(await refusal(id, {}, { actor: STRANGER })).toEqual([404, 'not_found', `Cart id not found: ${id}`])
    await write(id, { completed_at: '2026-01-02T00:00:00.000Z' })
    expect(await refusal(id, {})).toEqual([400, 'invalid_data', `Cart ${id} is already completed.`])
  })

  it('applies all concurrent changes, and ends with the prices of the final region', async () => {
    const { id } = await newCart()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => [
        update(id, { region_id: n % 2 ? ids.region : ids.us_region, metadata: { [n]: n } }, patient()),
        update(id, { email: `g${n}@example.com` }, patient()),
      ]).flat(),
    )
    expect(new Set(answers.map(({ status, body }) => (status === 200 ? 200 : body.message)))).toEqual(new Set([200]))
    const { cart } = (await service.store(getCart, { params: { id } })).body
    expect([cart.currency_code, cart.items[0].unit_price]).toEqual(cart.region_id === ids.region ? ['eur', 20] : ['usd', 22])
    expect(Object.keys(cart.metadata)).toHaveLength(8)
  })
})
