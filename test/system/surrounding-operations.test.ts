import { accessOf, type Operation } from '@souk/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ids, SEEDED_AT } from '../../tools/seed/ids.ts'
import { itRefusesBadCredentials } from './credentials.ts'
import { expectRefusal, visible } from './expect-refusal.ts'
import * as records from './records.ts'
import { type HonestRequests, honestRequests } from './scenes/honest-request.ts'
import { bearing } from './scenes/scene.ts'
import { OFFERED } from './scenes/scenes.ts'
import { type System, startSystem } from './system.ts'

let system: System
let honest: HonestRequests
beforeAll(async () => {
  system = await startSystem({ env: { TRUST_PROXY: '127.0.0.1' } })
  honest = await honestRequests(system)
})
afterAll(() => system.stop())

const post = (path: string, body?: unknown, options = {}) => system.http('POST', path, { body, ...options })
const get = (path: string, options = {}) => system.http('GET', path, options)
const invalid = (message: string | RegExp) => ({ status: 400, type: 'invalid_data', message })
const notFound = (message: string) => ({ status: 404, type: 'not_found', message })
const NOT_ALLOWED = { status: 403, type: 'not_allowed', message: 'You are not allowed to perform this action' }

describe('begin order edit', () => {
  it('creates a pending change of the next version', async () => {
    const order_id = await records.addOrder(system)

    const answer = await post('/admin/order-edits', { order_id, description: 'd', internal_note: 'n', metadata: { k: 'v' } })

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.order_change).toMatchObject({
      id: expect.stringMatching(/^ordch_/),
      order_id,
      version: 2,
      change_type: 'edit',
      status: 'pending',
      description: 'd',
      internal_note: 'n',
      metadata: { k: 'v' },
      created_by: null,
      actions: [],
    })
  })

  it('is possible again after the edit was canceled', async () => {
    const { order_id, change_id } = await records.addOrderWithEdit(system)
    const canceled = await system.http('DELETE', `/admin/order-edits/${order_id}`)
    expect(canceled.body).toEqual({ id: order_id, object: 'order-edit', deleted: true })

    const again = await post('/admin/order-edits', { order_id })

    expect(again.status, again.text).toBe(200)
    expect(again.body.order_change.id).not.toBe(change_id)
  })

  it.each([
    ['a missing order id', {}, "Invalid request: Field 'order_id' is required"],
    ['an unknown field', { order_id: 'a', foo: 1 }, "Invalid request: Unrecognized fields: 'foo'"],
    ['a number as the order id', { order_id: 5 }, "Invalid request: Expected type: 'string' for field 'order_id', got: '5'"],
  ])('rejects %s with 400', async (_name, body, message) => {
    expectRefusal(await post('/admin/order-edits', body), invalid(message))
  })

  it('rejects a second edit, and canceled and unknown orders', async () => {
    const { order_id } = await records.addOrderWithEdit(system)

    expectRefusal(
      await post('/admin/order-edits', { order_id }),
      invalid(`Order (${order_id}) already has an existing active order change`),
    )
    expectRefusal(
      await post('/admin/order-edits', { order_id: ids.canceled_order }),
      invalid(`Order with id ${ids.canceled_order} has been canceled.`),
    )
    expectRefusal(await post('/admin/order-edits', { order_id: 'order_nope' }), notFound('Order id not found: order_nope'))
  })

  it('succeeds for only one of many concurrent requests', async () => {
    const order_id = await records.addOrder(system)

    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/admin/order-edits', { order_id })))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
  })
})

describe('cancel order edit', () => {
  it('leaves the order unchanged, without an active change', async () => {
    const { order_id } = await records.addOrderWithEdit(system)
    const before = (await get(`/admin/orders/${order_id}`)).body
    await post(`/admin/order-edits/${order_id}/shipping-method`, { shipping_option_id: ids.shipping_option })

    // Clients send the content type of JSON, and no body.
    const answer = await system.http('DELETE', `/admin/order-edits/${order_id}`, {
      headers: { 'content-type': 'application/json' },
    })

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual({ id: order_id, object: 'order-edit', deleted: true })
    expect((await get(`/admin/orders/${order_id}`)).body).toEqual(before)
    const preview = (await get(`/admin/orders/${order_id}/preview`)).body.order
    expect(preview).toMatchObject({ shipping_methods: [{}], total: before.order.total })
    expect(preview).not.toHaveProperty('order_change')
  })

  it('accepts only an empty object as body', async () => {
    const { order_id } = await records.addOrderWithEdit(system)

    expectRefusal(
      await system.http('DELETE', `/admin/order-edits/${order_id}`, { body: { foo: 1 } }),
      invalid("Invalid request: Unrecognized fields: 'foo'"),
    )
    expect((await system.http('DELETE', `/admin/order-edits/${order_id}`, { body: {} })).status).toBe(200)
  })

  it('rejects orders without an active change, and canceled and unknown orders', async () => {
    const order_id = await records.addOrder(system)
    const cancel = (id: string) => system.http('DELETE', `/admin/order-edits/${id}`)

    expectRefusal(await cancel(order_id), invalid('An active Order Change is required to proceed'))
    expectRefusal(await cancel(ids.canceled_order), invalid(`Order with id ${ids.canceled_order} has been canceled.`))
    expectRefusal(await cancel('order_nope'), notFound('Order id not found: order_nope'))
  })
})

describe('get order and its preview', () => {
  it('show the same record while nothing is being changed', async () => {
    const id = await records.addOrder(system)

    const order = await get(`/admin/orders/${id}`)
    const preview = await get(`/admin/orders/${id}/preview`)

    expect([order.status, preview.status]).toEqual([200, 200])
    expect(preview.body.order).toEqual(order.body.order)
    expect(order.headers.get('etag')).toMatch(/^"1-[\w-]{22}"$/)
  })

  it.each([
    ['?fields=', []],
    ['?fields=id,display_id', ['display_id']],
    ['?fields=customer.email', ['customer', 'customer_id']],
    ['?fields=changes,claims,exchanges,revision', []],
  ])('show selected fields with %s', async (query, keys) => {
    const always = ['fulfillment_status', 'fulfillments', 'id', 'payment_collections', 'payment_status', 'status', 'version']
    for (const path of [`/admin/orders/${ids.rich_order}`, `/admin/orders/${ids.rich_order}/preview`]) {
      expect(Object.keys((await get(path + query)).body.order).sort()).toEqual([...always, ...keys].sort())
    }
  })

  it('answer 404 to unknown and deleted orders', async () => {
    const deleted = await records.addOrder(system, { deleted_at: SEEDED_AT })
    for (const suffix of ['', '/preview']) {
      for (const id of [deleted, 'order_nope', ids.price_list])
        expectRefusal(
          await get(`/admin/orders/${id}${suffix}`),
          notFound(suffix === '' ? `Order id not found: ${id}` : `Order with id: ${id} was not found`),
        )
      expectRefusal(
        await get(`/admin/orders/${ids.order}${suffix}?foo=1`),
        invalid("Invalid request: Unrecognized fields: 'foo'"),
      )
    }
  })
})

describe('create cart', () => {
  it('creates an empty cart in the first region', async () => {
    const answer = await post('/store/carts')

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.cart).toMatchObject({
      id: expect.stringMatching(/^cart_[0-9A-Za-z]{22}$/),
      currency_code: 'eur',
      region_id: ids.region,
      sales_channel_id: ids.sales_channel,
      customer_id: null,
      customer: null,
      items: [],
      total: 0,
      completed_at: null,
    })
    expect((await get(`/store/carts/${answer.body.cart.id}`)).body).toEqual(answer.body)
  })

  it('uses the region given, or that of the currency, and the only country of a region', async () => {
    const byRegion = (await post('/store/carts', { region_id: ids.us_region })).body.cart
    const byCurrency = (await post('/store/carts', { currency_code: 'USD' })).body.cart

    for (const cart of [byRegion, byCurrency]) {
      expect(cart).toMatchObject({ region_id: ids.us_region, currency_code: 'usd', shipping_address: { country_code: 'us' } })
    }
  })

  it('prices line items at once, and uses the customer’s email', async () => {
    const items = [
      { variant_id: ids.variant, quantity: 1 },
      { variant_id: ids.variant, quantity: 2 },
      { variant_id: ids.variant, quantity: 1, metadata: { engraving: 'A' } },
    ]

    const answer = await post(
      '/store/carts',
      { items, shipping_address: { country_code: 'DE', city: 'Berlin' } },
      { as: 'customer' },
    )

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.cart).toMatchObject({
      customer_id: ids.customer,
      email: 'customer@souk.example',
      items: [
        { quantity: 1, unit_price: 20 },
        { quantity: 2, unit_price: 20 },
        { quantity: 1, metadata: { engraving: 'A' } },
      ],
      subtotal: 80,
      tax_total: 15.2,
      total: 95.2,
      shipping_address: { country_code: 'de', city: 'Berlin' },
    })
  })

  it.each([
    ['an unknown field', { foo: 1 }, "Invalid request: Unrecognized fields: 'foo'"],
    ['an invalid e-mail address', { email: 'nobody' }, /email/],
    [
      'a quantity of zero',
      { items: [{ variant_id: ids.variant, quantity: 0 }] },
      /^Invalid request: Value for field 'items, 0, quantity' too small/,
    ],
    ['a fractional quantity', { items: [{ variant_id: ids.variant, quantity: 1.5 }] }, /items, 0, quantity/],
    [
      'an unknown variant',
      { items: [{ variant_id: 'variant_nope', quantity: 1 }] },
      'Variants variant_nope do not exist or belong to a product that is not published',
    ],
    ['a country code of three letters', { shipping_address: { country_code: 'deu' } }, /country_code/],
  ])('rejects %s with 400', async (_name, body, message) => {
    expectRefusal(await post('/store/carts', body), invalid(message))
  })

  it('rejects an unknown region with 404', async () => {
    expectRefusal(await post('/store/carts', { region_id: 'reg_nope' }), notFound('No regions found'))
  })

  it('rejects a sales channel that the key lacks, and a currency that is not that of the region', async () => {
    expectRefusal(await post('/store/carts', { sales_channel_id: 'sc_nope' }), { status: 400, type: 'invalid_data' })
    expectRefusal(await post('/store/carts', { region_id: ids.region, currency_code: 'usd' }), {
      status: 400,
      type: 'invalid_data',
    })
  })

  it('uses the default or the given sales channel when the key has none', async () => {
    const key = await records.addApiKey(system, { sales_channel_ids: [] })
    for (const body of [{}, { sales_channel_id: ids.sales_channel }]) {
      const created = await post('/store/carts', body, { key })
      expect([created.status, created.body.cart.sales_channel_id]).toEqual([200, ids.sales_channel])
    }
    expectRefusal(
      await post('/store/carts', { sales_channel_id: 'sc_nope' }, { key }),
      notFound('SalesChannel with id: sc_nope was not found'),
    )
  })
})

describe('get cart, add line item, add gift card', () => {
  let cart: string
  beforeEach(async () => {
    cart = await records.addCart(system)
  })
  const addItem = (body: unknown, options = {}, id = cart) => post(`/store/carts/${id}/line-items`, body, options)
  const put = (code: unknown, options = {}, id = cart) => post(`/store/carts/${id}/gift-cards`, { code }, options)

  it('merge an item into the line item of the same variant and metadata, and update its price', async () => {
    const answer = await addItem({ variant_id: ids.variant, quantity: 6 })

    expect(answer.status, answer.text).toBe(200)
    // From ten units on the base price is 18.
    expect(answer.body.cart).toMatchObject({ items: [{ quantity: 10, unit_price: 18, total: 214.2 }], total: 214.2 })
    expect((await get(`/store/carts/${cart}`)).body).toEqual(answer.body)
    const other = await addItem({ variant_id: ids.variant, quantity: 1, metadata: { a: 1 } })
    expect(other.body.cart.items).toHaveLength(2)
  })

  it('apply a gift card with its balance, up to the total', async () => {
    const small = await records.addGiftCard(system, { value: 30.5 })
    const large = await records.addGiftCard(system, { value: 500 })

    const first = (await put(small)).body.cart
    const second = (await put(large)).body.cart

    expect(first).toMatchObject({
      gift_card_total: 30.5,
      gift_card_tax_total: 0,
      credit_line_total: 30.5,
      total: 64.7,
      gift_cards: [{ code: small, value: 30.5 }],
    })
    expect(second).toMatchObject({ gift_card_total: 95.2, total: 0, credit_lines: [{ amount: 30.5 }, { amount: 64.7 }] })
    expect(JSON.stringify(second.gift_cards)).not.toMatch(/balance|ledger/)
  })

  it('ignore a gift card when nothing is left to pay', async () => {
    const answers = [await put(await records.addGiftCard(system, { value: 500 })), await put(await records.addGiftCard(system))]

    expect(answers.map(({ status, body }) => [status, body.cart.gift_cards.length])).toEqual([
      [200, 1],
      [200, 1],
    ])
  })

  it('do not confuse a code with a part of another code', async () => {
    await records.addGiftCard(system, { code: 'TEST1', value: 5 })
    await records.addGiftCard(system, { code: 'TEST', value: 5 })

    expect((await put('TEST1')).status).toBe(200)
    expect((await put('TEST')).body.cart.gift_cards).toHaveLength(2)
  })

  it.each([
    ['a missing variant id', { quantity: 1 }, "Invalid request: Field 'variant_id' is required"],
    ['a missing quantity', { variant_id: 'v' }, "Invalid request: Field 'quantity' is required"],
    [
      'a quantity of zero',
      { variant_id: 'v', quantity: 0 },
      "Invalid request: Value for field 'quantity' too small, expected at least: '0'",
    ],
    [
      'a quantity as a string',
      { variant_id: 'v', quantity: '1' },
      "Invalid request: Expected type: 'number' for field 'quantity', got: '1'",
    ],
    [
      'an unknown variant',
      { variant_id: 'variant_nope', quantity: 1 },
      'Variants variant_nope do not exist or belong to a product that is not published',
    ],
    ['a unit price', { variant_id: 'v', quantity: 1, unit_price: 1 }, "Invalid request: Unrecognized fields: 'unit_price'"],
  ])('reject %s with 400', async (_name, body, message) => {
    expectRefusal(await addItem(body), invalid(message))
  })

  it('reject more than is in stock', async () => {
    expectRefusal(await addItem({ variant_id: ids.variant, quantity: 100_000 }), {
      status: 400,
      type: 'not_allowed',
      code: 'insufficient_inventory',
      message: 'Some variant does not have the required inventory',
    })
  })

  it.each([
    ['that does not exist', undefined, 'not found'],
    ['in another currency', { currency_code: 'usd' }, 'currency does not match cart currency'],
    ['that has expired', { expires_at: '2026-01-01T00:00:00.000Z' }, 'has expired'],
    ['without a balance', { balance: '0' }, 'has no balance'],
  ])('reject a gift card %s with 400', async (_name, card, text) => {
    const code = card ? await records.addGiftCard(system, card) : 'NOPE'

    expectRefusal(await put(code), invalid(`Gift card (${code}) ${text}`))
    expect((await get(`/store/carts/${cart}`)).body.cart.gift_cards).toEqual([])
  })

  it('reject a gift card in different letter case, and one that is already on the cart', async () => {
    const code = await records.addGiftCard(system, { value: 5 })
    await put(code)

    expectRefusal(await put(code.toLowerCase()), invalid(`Gift card (${code.toLowerCase()}) not found`))
    expectRefusal(await put(code), invalid(`Gift card (${code}) already applied to cart`))
  })

  it('answer 429 after twenty wrong codes on one cart, but not for other carts', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const statuses: number[] = []
    while (statuses.length < 25 && statuses.at(-1) !== 429)
      statuses.push((await put(`GUESS-${statuses.length}`, { headers })).status)
    // A retried request is rejected because of its own guess.
    expect([20, 21]).toContain(statuses.length)
    expect([statuses.at(-1), ...new Set(statuses.slice(0, -1))]).toEqual([429, 400])

    expectRefusal(await put(await records.addGiftCard(system), { headers }), { status: 429, type: 'rate_limited' })
    const other = await records.addCart(system)
    expect((await put(await records.addGiftCard(system), { headers }, other)).status).toBe(200)
  })

  it('answer 429 to an address after a hundred wrong codes, not counting other rejections', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.8' }
    const twice = await records.addGiftCard(system, { value: 5 })
    await put(twice, { headers })
    for (let i = 0; i < 30; i++) expectRefusal(await put(twice, { headers }), { status: 400 })
    const carts = await Promise.all(Array.from({ length: 10 }, () => records.addCart(system)))
    const guesses = carts.flatMap((id) => Array.from({ length: 10 }, (_, n) => () => put(`G-${n}`, { headers }, id)))
    for (const guess of guesses) await guess()

    expectRefusal(await put('ONE-MORE', { headers }), { status: 429, type: 'rate_limited' })
    expectRefusal(await put('ONE-MORE'), { status: 400 })
  })

  it('reject unknown carts, completed carts, and carts of other sales channels', async () => {
    const item = { variant_id: ids.variant, quantity: 1 }
    const code = await records.addGiftCard(system)
    const completed = await records.addCompletedCart(system, cart)
    const key = await records.addApiKey(system, { sales_channel_ids: ['sc_other'] })
    const headers = { 'request-id': 'the-same' }

    for (const [id, options] of [
      ['cart_nope', {}],
      [cart, { key }],
    ] as const) {
      expectRefusal(await get(`/store/carts/${id}`, options), notFound(`Cart with id '${id}' not found`))
      expectRefusal(await addItem(item, options, id), notFound(`Cart id not found: ${id}`))
      expectRefusal(await put(code, options, id), notFound(`Cart id not found: ${id}`))
    }
    expectRefusal(await addItem(item, {}, completed), invalid(`Cart ${completed} is already completed.`))
    expectRefusal(await put(code, {}, completed), invalid(`Cart ${completed} is already completed.`))
    expect((await get(`/store/carts/${completed}`)).body.cart.completed_at).toBe(SEEDED_AT)
    const [hidden, none] = [
      await get(`/store/carts/${cart}`, { key, headers }),
      await get('/store/carts/cart_nope', { key, headers }),
    ]
    expect({ ...visible(hidden), headers: {}, text: hidden.text.replaceAll(cart, 'cart_nope') }).toEqual({
      ...visible(none),
      headers: {},
      text: none.text,
    })
  })
})

describe('price lists', () => {
  const LIST = {
    title: 'VIP',
    description: 'd',
    type: 'sale',
    status: 'active',
    starts_at: '2022-07-01',
    ends_at: '2022-07-31T00:00:00Z',
  }

  it('are created with rules and prices, read and listed', async () => {
    const body = {
      ...LIST,
      rules: { 'customer.groups.id': [ids.customer_group] },
      prices: [{ amount: 85, currency_code: 'USD', variant_id: ids.variant }],
    }

    const answer = await post('/vendor/price-lists', body)

    expect(answer.status, answer.text).toBe(201)
    const { price_list } = answer.body
    expect(price_list).toMatchObject({
      id: expect.stringMatching(/^plist_/),
      ...LIST,
      starts_at: '2022-07-01T00:00:00.000Z',
      ends_at: '2022-07-31T00:00:00.000Z',
      rules: { 'customer.groups.id': [ids.customer_group] },
      rules_count: 1,
      prices: [{ amount: 85, currency_code: 'usd', variant_id: ids.variant }],
    })
    expect((await get(`/vendor/price-lists/${price_list.id}`)).body).toEqual(answer.body)
    const page = (await get('/vendor/price-lists?limit=1&order=-created_at')).body
    expect(page).toMatchObject({ offset: 0, limit: 1, price_lists: [price_list] })
    expect(page.count).toBeGreaterThan(1)
  })

  it('are drafts of type sale by default, and accept null for optional fields', async () => {
    const { price_list } = (await post('/vendor/price-lists', { title: 'T', description: null, starts_at: null, ends_at: null }))
      .body

    expect(price_list).toMatchObject({
      status: 'draft',
      type: 'sale',
      description: null,
      starts_at: null,
      ends_at: null,
      rules: {},
      prices: [],
    })
  })

  it('are listed separately for each seller, oldest first, without deleted ones', async () => {
    const { token } = await records.addSeller(system)
    const options = { as: 'anonymous', headers: { authorization: `Bearer ${token}` } } as const
    expect((await get('/vendor/price-lists', options)).body).toEqual({ price_lists: [], count: 0, offset: 0, limit: 50 })
    const first = await records.addPriceList(system, options)
    const second = await records.addPriceList(system, options)

    const { body } = await get('/vendor/price-lists', options)

    expect(body).toMatchObject({ count: 2, price_lists: [{ id: first }, { id: second }] })
    for (const [query, page] of [
      ['?offset=1', [second]],
      ['?limit=0', []],
      ['?offset=7', []],
      ['?limit=1', [first]],
    ] as const) {
      const { count, price_lists } = (await get(`/vendor/price-lists${query}`, options)).body
      expect([count, price_lists.map(({ id }: { id: string }) => id)]).toEqual([2, page])
    }
    expect(Object.keys((await get('/vendor/price-lists?fields=id,title', options)).body.price_lists[0]).sort()).toEqual([
      'id',
      'title',
    ])
  })

  it.each([
    ['a missing title', {}, "Invalid request: Field 'title' is required"],
    ['an empty title', { title: '' }, /title/],
    [
      'an unknown status',
      { title: 'T', status: 'x' },
      /^Invalid request: Expected: 'active, draft' for field 'status', but got: 'x'/,
    ],
    ['an unknown type', { title: 'T', type: 'x' }, /type/],
    ['an invalid date', { title: 'T', starts_at: 'tomorrow' }, /^Cannot set price list starts at/],
    ['an end date before the start date', { title: 'T', starts_at: '2026-02-01', ends_at: '2026-01-01' }, /starts_at/],
    [
      'a price without an amount',
      { title: 'T', prices: [{ currency_code: 'eur', variant_id: 'v' }] },
      "Invalid request: Field 'prices, 0, amount' is required",
    ],
    [
      'an unknown variant in a price with an unknown field',
      { title: 'T', prices: [{ currency_code: 'eur', variant_id: 'v', amount: 1, foo: 1 }] },
      'No price set exist for variants: v',
    ],
    [
      "another seller's variant",
      { title: 'T', prices: [{ currency_code: 'eur', variant_id: ids.foreign_variant, amount: 1 }] },
      'Price lists can be applied only to seller own products!',
    ],
    [
      'an unknown variant',
      { title: 'T', prices: [{ currency_code: 'eur', variant_id: 'v_nope', amount: 1 }] },
      'No price set exist for variants: v_nope',
    ],
  ])('reject %s with 400, and create no list', async (_name, body, message) => {
    const { count } = (await get('/vendor/price-lists?limit=0')).body

    expectRefusal(await post('/vendor/price-lists', body), invalid(message))

    expect((await get('/vendor/price-lists?limit=0')).body.count).toBe(count)
  })

  it('answer 403 with identical bytes for foreign, unknown and deleted lists', async () => {
    const deleted = await records.addDeletedPriceList(system)
    const answers = await Promise.all(
      [ids.foreign_price_list, 'plist_nope', deleted].map((id) => get(`/vendor/price-lists/${id}`)),
    )

    for (const answer of answers) {
      expectRefusal(answer, NOT_ALLOWED)
      expect(visible(answer)).toEqual(visible(answers[0]!))
    }
  })

  it('reject a suspended seller with 403', async () => {
    const { token } = await records.addSeller(system, { store_status: 'SUSPENDED' })

    const answer = await post(
      '/vendor/price-lists',
      { title: 'T' },
      { as: 'anonymous', headers: { authorization: `Bearer ${token}` } },
    )

    expectRefusal(answer, { status: 403, type: 'not_allowed', message: 'Operation not allowed for current store status' })
  })
})

describe('a revoked credential', () => {
  const refusedSoon = (request: () => ReturnType<typeof get>, status: number) =>
    vi.waitFor(async () => expect((await request()).status).toBe(status), { interval: 5 })
  const bearer = (token: string) => ({ as: 'anonymous', headers: { authorization: `Bearer ${token}` } }) as const

  it('is rejected within a second: a publishable key', async () => {
    const key = await records.addApiKey(system, { sales_channel_ids: [ids.sales_channel] })
    const cart = await records.addCart(system, {}, { key })
    const { _id } = (await system.sellers.db.collection<{ _id: string }>('api_keys').findOne({ token: key } as object))!

    expect((await system.http('POST', `/admin/api-keys/${_id}/revoke`, { body: {} })).status).toBe(200)

    await refusedSoon(() => get(`/store/carts/${cart}`, { key }), 400)
    expect((await get(`/store/carts/${cart}`)).status).toBe(200)
  })

  it('is rejected within a second: a token, and all tokens of an identity', async () => {
    const { access } = system.sellers.deps
    const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    const tokens = await Promise.all(
      [1, 2].map(() => records.tokenOf(system, { actor_type: 'seller', actor_id: ids.member, seller_id: ids.seller })),
    )
    for (const token of tokens) expect((await get('/vendor/members', bearer(token))).status).toBe(200)

    await access.put(`jti.${claims(tokens[0]!).jti}`, true)
    await access.put(`since.${claims(tokens[1]!).auth_identity_id}`, { iat: claims(tokens[1]!).iat + 1 })

    for (const token of tokens) await refusedSoon(() => get('/vendor/members', bearer(token)), 401)
    expect((await get('/vendor/members')).status).toBe(200)
  })
})

describe('list members', () => {
  it('returns those of the seller, oldest first, without deleted ones', async () => {
    const { id, member_id, token } = await records.addSeller(system)
    const later = await records.addMember(system, 'member', id)
    await records.addDeletedMember(system, id)

    const answer = await get('/vendor/members', bearing(token))

    expect(answer.body).toMatchObject({
      count: 2,
      offset: 0,
      limit: 50,
      members: [{ id: member_id, seller: { id } }, { id: later }],
    })
    for (const [query, expected] of [
      ['limit=1&offset=1&fields=id', { members: [{ id: later }], count: 2, offset: 1, limit: 1 }],
      ['limit=0', { members: [], count: 2, offset: 0, limit: 0 }],
      ['offset=2', { members: [], count: 2, offset: 2, limit: 50 }],
    ] as const)
      expect((await get(`/vendor/members?${query}`, bearing(token))).body).toEqual(expected)
  })

  it('rejects an unknown query parameter', async () => {
    expectRefusal(await get('/vendor/members?colour=red'), invalid("Invalid request: Unrecognized fields: 'colour'"))
  })
})

describe('log-in', () => {
  const logIn = (actor: string, body: unknown, from = '203.0.113.1') =>
    post(`/auth/${actor}/emailpass`, body, { headers: { 'x-forwarded-for': from } })
  const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

  it.each([
    ['user', 'admin@souk.example', 'admin_password', { actor_id: ids.admin, app_metadata: { user_id: ids.admin } }],
    ['seller', 'seller@souk.example', 'seller_password', { actor_id: ids.member, seller_id: ids.seller }],
    [
      'customer',
      'customer@souk.example',
      'customer_password',
      { actor_id: ids.customer, app_metadata: { customer_id: ids.customer } },
    ],
  ] as const)('of a %s returns a token valid for a day', async (actor_type, email, password, expected) => {
    const answer = await logIn(actor_type, { email: email.toUpperCase(), password: system.secrets[password] })

    expect(answer.status, answer.text).toBe(200)
    expect(Object.keys(answer.body)).toEqual(['token'])
    const claims = claimsIn(answer.body.token)
    expect(claims).toMatchObject({
      actor_type,
      auth_identity_id: expect.stringMatching(/^authid_/),
      auth_provider: 'emailpass',
      iss: 'souk',
      aud: 'souk',
      ...expected,
    })
    expect(claims.exp - claims.iat).toBe(24 * 3600)
  })

  it('answers 401 identically to a wrong email, password or actor type', async () => {
    const { email } = system.facts.admin
    const password = system.secrets.admin_password
    const answers = await Promise.all([
      logIn('user', { email: 'john@doe.com', password: 'x' }),
      logIn('user', { email, password: 'x' }),
      logIn('user', { email, password: `${password} ` }),
      logIn('seller', { email, password }),
      logIn('customer', { email, password }),
    ])

    for (const answer of answers) {
      expectRefusal(answer, { status: 401, type: 'unauthorized', message: 'Invalid email or password' })
      expect(visible(answer)).toEqual(visible(answers[0]!))
    }
  })

  it.each([
    ['a missing password', { email: 'a@b.c' }, 'Password should be a string'],
    ['an empty body', {}, 'Password should be a string'],
    ['a query operator as the password', { email: 'a@b.c', password: { $ne: '' } }, 'Password should be a string'],
    ['a missing e-mail', { password: 'x' }, 'Email should be a string'],
    [
      'a wrong password together with an unknown field',
      { email: 'a@b.c', password: 'x', role: 'admin' },
      'Invalid email or password',
    ],
  ])('rejects %s with 401', async (_name, body, message) => {
    expectRefusal(await logIn('user', body), { status: 401, type: 'unauthorized', message })
  })

  it('rejects an unknown actor type', async () => {
    expectRefusal(await logIn('robot', { email: 'a@b.c', password: 'x' }), { status: 400, type: 'invalid_data' })
  })

  it('answers 429 to an address after 60 wrong passwords within a minute', async () => {
    const from = '203.0.113.9'
    const wrong = { email: 'nobody@souk.test', password: 'wrong' }
    for (let i = 0; i < 30; i++) expect((await logIn('user', {}, from)).body.message).toBe('Password should be a string')
    // Ten at a time: the minute begins with the first one.
    for (let i = 0; i < 6; i++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => logIn('user', wrong, from)))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401))
    }

    expectRefusal(await logIn('user', wrong, from), { status: 429, type: 'rate_limited' })
    expectRefusal(await logIn('user', wrong, '203.0.113.10'), { status: 401 })
  })

  it('answers 405 to GET', async () => {
    const answer = await get('/auth/user/emailpass')

    expectRefusal(answer, { status: 405 })
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
  })
})

/** Covered by separate files. */
const ELSEWHERE = new Set([
  ...['get-member', 'create-price-list-price', 'list-customer-orders', 'remove-gift-card', 'add-order-edit-shipping-method'],
  ...['create-session', 'delete-session', 'refresh-token'],
])

describe('without a credential', () => {
  const isOpen = (one: Operation) => accessOf(one) === 'public'

  it('only the feature flags and the ways to log in are accessible', () => {
    const ofLogIn = ['log-in', 'register', 'list-auth-providers', 'reset-password', 'verify-mfa-challenge']
    const expected = ['get-feature-flags', ...ofLogIn]
    expect(
      OFFERED.filter(isOpen)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(expected.toSorted())
  })

  it.each<Record<string, string>>([{}, { authorization: 'Bearer nonsense' }, { cookie: 'connect.sid=s%3Aabc.def' }])(
    'the feature flags are accessible, whatever credentials are sent: %o',
    async (headers) => {
      const answer = await system.http('GET', '/admin/feature-flags', { as: 'anonymous', key: false, headers })
      expect(answer.status).toBe(200)
      expect(new Set(Object.values(answer.body.feature_flags))).toEqual(new Set([false]))
    },
  )
})

describe('every operation that requires a credential', () => {
  for (const operation of OFFERED.filter((one) => accessOf(one) !== 'public' && !ELSEWHERE.has(one.name))) {
    itRefusesBadCredentials(
      operation,
      () => system,
      () => honest[operation.name]!,
    )
  }
})
