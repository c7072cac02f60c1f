import { isDeepStrictEqual } from 'node:util'
import { type Actor, addGiftCard, addLineItem, createCart, getCart, quote, subjectOf } from '@souk/contracts'
import { commandsOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededProducts } from '../../../../../tools/seed/catalogue.ts'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aCard, aCustomerRecord, VIP_GROUP } from '../../../test/builders.ts'
import { type CartUnderTest, CHANNEL, CUSTOMER, GUEST, priceKey, rulePairs, startCart } from '../../../test/service.ts'
import { createCartStore } from '../../stores/carts.ts'

let service: CartUnderTest

beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const create = (body: unknown, actor = GUEST) => service.store(createCart, { body, actor })
const BOUND_TO_NONE: Actor = { type: 'storefront', id: 'apk_3', sales_channel_ids: [], customer_id: null }
const channels = () => service.pricing.db.collection<{ _id: string }>('sales_channels')
const inGermany = { shipping_address: { country_code: 'DE' } }

describe('create-cart', () => {
  it('creates an empty cart in the first region and the key’s sales channel, every field present', async () => {
    const { status, body, etag } = await create({})

    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    expect(createCart.response.safeParse(body).error).toBeUndefined()
    expect(body.cart).toMatchObject({
      region_id: ids.region,
      region: { id: ids.region },
      currency_code: 'eur',
      sales_channel_id: CHANNEL,
      customer_id: null,
      email: null,
      shipping_address: null,
      items: [],
      total: 0,
      gift_card_total: 0,
    })
    expect(body.cart).not.toHaveProperty('card_balances')
    expect(body.cart.id).toMatch(/^cart_[0-9A-Za-z]{22}$/)
  })

  it.each([
    ['without items', []],
    ['with items of a seller', [{ variant_id: ids.variant, quantity: 1 }]],
  ])('reads promotions once %s', async (_how, items) => {
    const commands = await commandsOf(service.db, () => create({ items }))
    expect(commands.filter(({ ns }) => ns.endsWith('.promotions')).map(({ op }) => op)).toEqual(['query'])
  })

  it('prices and taxes items for the address, each by its own quantity, without merging equal ones', async () => {
    const items = [
      { variant_id: ids.variant, quantity: 10 },
      { variant_id: ids.third_variant, quantity: 1 },
      { variant_id: ids.variant, quantity: 1, metadata: {} },
      { variant_id: ids.variant, quantity: 1, metadata: { engraving: 'A' } },
    ]

    const { body } = await create({ ...inGermany, items })

    expect(createCart.response.safeParse(body).error).toBeUndefined()
    expect(body.cart.items.map(pick('variant_id', 'quantity', 'unit_price'))).toEqual([
      { variant_id: ids.variant, quantity: 10, unit_price: 18 },
      { variant_id: ids.third_variant, quantity: 1, unit_price: 12 },
      { variant_id: ids.variant, quantity: 1, unit_price: 20 },
      { variant_id: ids.variant, quantity: 1, unit_price: 20 },
    ])
    expect(body.cart.items.map((item: { metadata: unknown }) => item.metadata)).toEqual([{}, {}, {}, { engraving: 'A' }])
    expect(body.cart.items[0]).toMatchObject({
      cart_id: body.cart.id,
      title: 'T-Shirt',
      subtitle: 'S',
      requires_shipping: true,
      product_type: 'Clothes',
      product_collection: 'Summer',
      variant_sku: 'SHIRT-S',
      variant_option_values: { Size: 'S' },
      subtotal: 180,
      tax_total: 34.2,
      tax_lines: [{ code: 'VAT19', rate: 19, subtotal: 34.2, total: 34.2 }],
    })
    expect(body.cart).toMatchObject({ subtotal: 232, tax_total: 41.8 + 0.84, total: 274.64 })
  })

  it('keeps the cart as a read would give it, so that the next request reads none', async () => {
    const items = [
      { variant_id: ids.variant, quantity: 2, metadata: { b: 1, a: [{}] } },
      { variant_id: ids.third_variant, quantity: 1 },
    ]
    const address = { first_name: 'Ann', country_code: 'de', metadata: { z: null } }
    const bodies = [
      {},
      { items },
      { items, shipping_address: address, billing_address: {}, metadata: { at: 'home' } },
      { email: 'kept@example.com', region_id: ids.us_region, items, locale: 'de-DE' },
    ]
    for (const [body, actor] of [...bodies.map((one) => [one, GUEST] as const), [{ items }, CUSTOMER] as const]) {
      const { id } = (await create(body, actor)).body.cart
      const find = ({ find: from }: ReturnType<typeof createCartStore>) => from(id, () => true, Date.now() + 30_000)
      const [kept, read] = await Promise.all([find(service.deps.carts), find(createCartStore(service.db))])
      expect(isDeepStrictEqual(kept!.state, read!.state)).toBe(true)
      expect(JSON.stringify(kept!.state)).toBe(JSON.stringify(read!.state))
      expect(kept!.revision).toBe(read!.revision)
    }

    const card = aCard({ value: 5 })
    await insertMissing(service.db, { gift_cards: [card] })
    const params = { id: '' }
    const wholeReads = async (ask: () => Promise<unknown>) =>
      (await commandsOf(service.db, ask)).filter(
        ({ ns, command: { find, filter, projection } }) =>
          ns.endsWith('.carts') && find && !projection && JSON.stringify(filter).includes(params.id),
      )
    const reads = await wholeReads(async () => {
      params.id = (await create({ items })).body.cart.id
      expect((await service.store(addGiftCard, { params, body: { code: card.code } })).body.cart.gift_cards).toHaveLength(1)
      expect((await service.store(getCart, { params })).body.cart.gift_cards).toHaveLength(1)
    })
    expect(reads).toEqual([])
    const ofOthers = () => createCartStore(service.db).find(params.id, () => true, Date.now() + 30_000)
    expect(await wholeReads(ofOthers)).toHaveLength(1)
  })

  it('shows the price that a sale price is compared with', async () => {
    const { body } = await create({ items: [{ variant_id: ids.variant, quantity: 5 }] })

    expect(body.cart.items[0]).toMatchObject({ unit_price: 17, compare_at_unit_price: 20 })
  })

  it('ships to the only country of a region, priced by one quote', async () => {
    const quotes = new Set<string>() // distinct: on a busy machine, another replica is asked again if one is late
    const listened = [subjectOf(quote), `replica.pricing.*.${quote.name}`].map((subject) =>
      service.bus.nc.subscribe(subject, { callback: (_, msg) => void quotes.add(`${msg.headers?.get('op-id')}`) }),
    )
    const { body } = await create({ region_id: ids.us_region, items: [{ variant_id: ids.variant, quantity: 1 }] })
    await service.bus.nc.flush()
    for (const one of listened) one.unsubscribe()

    expect(quotes.size).toBe(1)
    expect(body.cart).toMatchObject({ currency_code: 'usd', shipping_address: { country_code: 'us', city: null }, total: 22 })
    expect(body.cart.shipping_address.id).toMatch(/^caaddr_/)
    expect(body.cart.shipping_address_id).toBe(body.cart.shipping_address.id)
  })

  it('taxes for the only country of a region if there is a rate for it', async () => {
    const rate = {
      id: 'txr_us',
      tax_region_id: '01',
      rate: 5,
      code: 'US',
      name: 'US',
      is_default: true,
      is_combinable: false,
      rules: [],
      metadata: null,
      created_by: null,
    }
    const region = await service.pricing.db.collection('tax_regions').findOne({ country_code: 'us', province_code: null })
    await insertMissing(service.pricing.db, {
      tax_rates: [{ ...rate, tax_region_id: String(region!._id), created_at: '', updated_at: '', deleted_at: null }],
    })
    await new Promise((resolve) => setTimeout(resolve, 1100)) // pricing caches taxes for a second

    const { body } = await create({ region_id: ids.us_region, items: [{ variant_id: ids.variant, quantity: 1 }] })

    expect(body.cart.items[0].tax_lines).toMatchObject([{ code: 'US', rate: 5 }])
    expect(body.cart.total).toBe(23.1)
  })

  it('rejects an unknown region', async () => {
    const { status, body } = await create({ region_id: 'reg_none' })
    expect({ status, body }).toMatchObject({ status: 404, body: { type: 'not_found', message: 'No regions found' } })
  })

  it('chooses the region of a currency', async () => {
    expect((await create({ currency_code: 'USD' })).body.cart).toMatchObject({ region_id: ids.us_region, currency_code: 'usd' })
  })

  it('keeps a guest’s e-mail as it was written', async () => {
    const nothing = { region_id: null, currency_code: null, sales_channel_id: null, email: null, shipping_address: null }
    expect((await create(nothing)).body.cart).toMatchObject({ sales_channel_id: CHANNEL, email: null })
    expect((await create({ email: 'Bob@Example.com' })).body.cart).toMatchObject({ email: 'Bob@Example.com' })
  })

  it('creates one customer without an account for a guest’s e-mail, shared by all their carts', async () => {
    const carts = await Promise.all([1, 2, 3].map(() => create({ email: 'Guest@Example.com' })))

    const [first, ...others] = carts.map(({ body }) => body.cart.customer)
    expect(createCart.response.safeParse(carts[0]!.body).error).toBeUndefined()
    expect(first).toMatchObject({ email: 'guest@example.com', has_account: false, groups: [] })
    expect(carts[0]!.body.cart.customer_id).toBe(first.id)
    expect(others).toEqual([first, first])
    expect(await service.orders.db.collection('customers').countDocuments({ email: 'guest@example.com' })).toBe(1)
  })

  it('shows a guest only the e-mail of a known customer, and no prices of that customer’s groups', async () => {
    const known = { id: 'cus_known', email: 'known@example.com', has_account: false, first_name: 'Kay', phone: '1' }
    await insertMissing(service.orders.db, {
      customers: [aCustomerRecord({ ...known, group_ids: [VIP_GROUP] })],
    })
    await insertMissing(service.pricing.db, { prices: [vipPrice(5)] })

    const { cart } = (await create({ email: 'known@example.com', items: [{ variant_id: ids.third_variant, quantity: 1 }] })).body
    expect(cart).toMatchObject({ customer_id: 'cus_known', items: [{ unit_price: 12 }] })
    expect(cart.customer).toMatchObject({ email: 'known@example.com', first_name: null, phone: null, groups: [] })

    const body = { variant_id: ids.third_variant, quantity: 1 }
    const added = await service.store(addLineItem, { params: { id: cart.id }, body })
    expect(added.body.cart.items).toMatchObject([{ unit_price: 12, quantity: 2 }])
  })

  it('does not connect a guest with the account that has the same e-mail', async () => {
    const { cart } = (await create({ email: 'ann@example.com' })).body
    expect(cart.customer).toMatchObject({ email: 'ann@example.com', has_account: false })
    expect(cart.customer_id).not.toBe('cus_ann')
  })

  it.each([{ region_id: 'reg_none' }, { promo_codes: ['NONE'] }])('creates no customer for a rejected %j', async (refused) => {
    expect((await create({ ...refused, email: 'refused@example.com' })).status).toBeGreaterThanOrEqual(400)
    expect(await service.orders.db.collection('customers').countDocuments({ email: 'refused@example.com' })).toBe(0)
  })

  it('assigns the customer of the token, and applies the prices of the customer’s groups', async () => {
    await insertMissing(service.pricing.db, { prices: [vipPrice(5)] })

    const items = [{ variant_id: ids.third_variant, quantity: 1 }]
    const [asGuest, asCustomer] = await Promise.all([create({ items }), create({ items, email: 'other@example.com' }, CUSTOMER)])

    expect(asGuest.body.cart.items[0].unit_price).toBe(12)
    expect(asCustomer.body.cart).toMatchObject({
      customer_id: 'cus_ann',
      email: 'other@example.com',
      customer: { groups: [{ id: VIP_GROUP }] },
      items: [{ unit_price: 5 }],
    })
    expect(createCart.response.safeParse(asCustomer.body).error).toBeUndefined()
  })

  it('creates one cart for a retried request', async () => {
    const op_id = 'k3v9x1-000102030405060708090a0b0c0d0e0f'
    const first = await service.store(createCart, { body: {}, op_id })

    const second = await service.store(createCart, { body: {}, op_id })

    expect(second).toEqual(first)
    expect(await service.db.collection('carts').countDocuments({ _id: first.body.cart.id })).toBe(1)
  })

  it('publishes cart.created', async () => {
    const { id } = (await create({})).body.cart

    expect(await service.eventsOf(id, 1)).toEqual([{ seq: 1, type: 'cart.created', ids: { id } }])
  })

  it.each([
    [
      'an unknown variant',
      { items: [{ variant_id: 'variant_none', quantity: 1 }] },
      'Variants variant_none do not exist or belong to a product that is not published',
    ],
    ['unknown promotion codes', { promo_codes: ['A', 'B'] }, 'The promotion code A is invalid'],
    ['an invalid e-mail address', { email: 'nonsense' }, 'Invalid request: Invalid email address'],
    [
      'a currency that is not the region’s',
      { region_id: ids.region, currency_code: 'usd' },
      "Currency code usd does not match the region's currency code eur",
    ],
    ['a currency of no region', { currency_code: 'jpy' }, "Currency code jpy does not match the region's currency code eur"],
    [
      'a quantity of none',
      { items: [{ variant_id: ids.variant, quantity: 0 }] },
      "Invalid request: Value for field 'items, 0, quantity' too small, expected at least: '0'",
    ],
    ['unknown fields', { foo: 1 }, "Invalid request: Unrecognized fields: 'foo'"],
  ])('rejects %s', async (_what, body, message) => {
    const answer = await create(body)

    expect({ status: answer.status, type: answer.body.type, message: answer.body.message }).toEqual({
      status: 400,
      type: 'invalid_data',
      message,
    })
  })

  it('rejects more than 500 items', async () => {
    const { status, body } = await create({
      items: Array.from({ length: 501 }, () => ({ variant_id: ids.variant, quantity: 1 })),
    })

    expect(status).toBe(400)
    expect(body.message).toContain('500')
  })

  it('rejects a sales channel that the key does not have', async () => {
    const { status, body } = await create({ sales_channel_id: 'sc_other' })

    expect(status).toBe(400)
    expect(body).toMatchObject({
      type: 'invalid_data',
      message: 'Provided request body contains errors. Please check the data and retry the request',
      errors: [
        {
          path: ['sales_channel_id'],
          message: 'Sales channel ID in payload sc_other is not associated with the Publishable API Key in the header.',
        },
      ],
    })
  })

  it('chooses the only remaining sales channel of a key', async () => {
    const { _id, ...web } = (await channels().findOne({ _id: CHANNEL }))!
    await channels().insertOne({ ...web, _id: 'sc_gone', name: 'Gone', deleted_at: '2026-01-01T00:00:00.000Z' } as never)
    const key = { ...GUEST, sales_channel_ids: ['sc_gone', CHANNEL, 'sc_unknown'] } as typeof GUEST

    expect((await create({}, key)).body.cart).toMatchObject({ sales_channel_id: CHANNEL })
    expect((await create({ sales_channel_id: 'sc_gone' }, key)).status).toBe(404)
  })

  it('requires a sales channel if the key has several', async () => {
    const { _id, ...web } = (await channels().findOne({ _id: CHANNEL }))!
    await channels().insertOne({ ...web, _id: 'sc_second', name: 'Second' } as never)
    const key = { ...GUEST, sales_channel_ids: [CHANNEL, 'sc_second'] } as typeof GUEST
    const { status, body } = await create({}, key)

    expect([status, body.errors]).toEqual([
      400,
      [
        expect.objectContaining({
          message: expect.stringMatching(/^Cannot assign sales channel to cart.*in the request body\.$/),
        }),
      ],
    ])
    expect((await create({ sales_channel_id: CHANNEL }, key)).status).toBe(200)
  })

  it('rejects a disabled sales channel', async () => {
    const { _id, ...web } = (await channels().findOne({ _id: CHANNEL }))!
    await channels().insertOne({ ...web, _id: 'sc_closed', name: 'Closed', is_disabled: true } as never)

    for (const key of [BOUND_TO_NONE, { ...GUEST, sales_channel_ids: [CHANNEL, 'sc_closed'] } as typeof GUEST]) {
      const { status, body } = await create({ sales_channel_id: 'sc_closed' }, key)
      expect([status, body.message]).toEqual([400, 'Unable to assign cart to disabled Sales Channel: Closed'])
    }
  })

  describe('with a key without channels', () => {
    it("accepts any sales channel, and uses the store's default one if none is named", async () => {
      const { _id, ...web } = (await channels().findOne({ _id: CHANNEL }))!
      await channels().insertOne({ ...web, _id: 'sc_any', name: 'Any' } as never)

      expect((await create({ sales_channel_id: 'sc_any' }, BOUND_TO_NONE)).body.cart).toMatchObject({
        sales_channel_id: 'sc_any',
      })
      const items = [{ variant_id: ids.variant, quantity: 1 }]
      expect((await create({ items }, BOUND_TO_NONE)).body.cart).toMatchObject({
        sales_channel_id: CHANNEL,
        items: [{ quantity: 1 }],
      })
      expect(await refusal({ sales_channel_id: 'sc_none', items })).toEqual([404, 'SalesChannel with id: sc_none was not found'])
    })

    it('requires a sales channel if the store has no default', async () => {
      const stores = service.pricing.db.collection('stores')
      await stores.updateMany({}, { $set: { default_sales_channel_id: null } })

      expect(await refusal({})).toEqual([400, expect.stringContaining('Sales channel is required')])
      expect((await create({ sales_channel_id: CHANNEL }, BOUND_TO_NONE)).status).toBe(200)
      await stores.updateMany({}, { $set: { default_sales_channel_id: CHANNEL } })
    })

    const refusal = async (asked: object) => {
      const { status, body } = await create(asked, BOUND_TO_NONE)
      return [status, body.message]
    }
  })

  it.each([
    ['an actor that is not a storefront', { type: 'user', id: 'user_1', identity_id: null } as const],
    ['a deleted customer', { ...GUEST, customer_id: 'cus_gone' } as typeof GUEST],
  ])('answers 401 for %s', async (_who, actor) => {
    expect((await create({}, actor)).status).toBe(401)
  })
})

const pick =
  (...names: string[]) =>
  (record: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, record[name]]))

const priceSetOf = (variant_id: string) =>
  seededProducts.flatMap(({ variants }) => variants).find(({ id }) => id === variant_id)!.price_set_id

function vipPrice(amount: number) {
  const record = {
    id: 'price_vip',
    title: null,
    variant_id: ids.third_variant,
    shipping_option_id: null,
    price_list_id: null,
    price_set_id: priceSetOf(ids.third_variant),
    seller_id: ids.seller,
    currency_code: 'eur',
    amount,
    min_quantity: null,
    max_quantity: null,
    rules: rulePairs({ 'customer.groups.id': VIP_GROUP }),
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    deleted_at: null,
  }
  return { ...record, key: priceKey(record) }
}
