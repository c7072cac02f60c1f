import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ids } from '../../tools/seed/ids.ts'
import { expectErrorShape } from './expect-refusal.ts'
import { logIn, type Medusa, medusaOf } from './medusa.ts'
import { persistentFetch } from './persistent-fetch.ts'
import * as records from './records.ts'
import { type System, startSystem } from './system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

describe('the Medusa JS SDK', () => {
  it('logs in actors of every kind, and sends the token from then on', async () => {
    const admin = await logIn(system)
    const seller = await logIn(system, 'seller')
    const customer = await logIn(system, 'customer')

    expect((await admin.admin.order.retrieve(ids.order)).order.id).toBe(ids.order)
    expect(await seller.client.fetch(`/vendor/members/${ids.member}`)).toMatchObject({ member: { id: ids.member } })
    const { cart } = await customer.store.cart.create({ region_id: ids.region })
    expect(cart.customer_id).toBe(ids.customer)
  })

  it('creates, reads and fills a cart', async () => {
    const { store } = medusaOf(system)

    const { cart } = await store.cart.create({ region_id: ids.region, email: 'guest@example.com' })
    const filled = await store.cart.createLineItem(cart.id, { variant_id: ids.variant, quantity: 2 })
    const read = await store.cart.retrieve(cart.id)

    expect(filled.cart).toMatchObject({
      id: cart.id,
      email: 'guest@example.com',
      items: [{ variant_id: ids.variant, quantity: 2, unit_price: 20 }],
    })
    expect(read.cart).toEqual(filled.cart)
  })

  it('selects fields with its usual syntax', async () => {
    const { store } = medusaOf(system)
    const { cart } = await store.cart.create({})

    const added = await store.cart.retrieve(cart.id, { fields: '+raw_total,*gift_cards' })
    const replaced = await store.cart.retrieve(cart.id, { fields: 'id,total' })

    expect(added.cart).toMatchObject({ raw_total: { value: '0' }, gift_cards: [], region: { id: ids.region } })
    expect(replaced.cart).toEqual({ id: cart.id, total: 0 })
  })

  it('adds gift cards to a cart and removes them', async () => {
    const { store, client: http } = medusaOf(system)
    const { cart } = await store.cart.create({ items: [{ variant_id: ids.variant, quantity: 1 }] })
    const code = await records.addGiftCard(system, { value: 5 })
    const path = `/store/carts/${cart.id}/gift-cards`

    const added = await http.fetch(path, { method: 'POST', body: { code } })
    const removed = await http.fetch(path, { method: 'DELETE', body: { code }, query: { fields: '+gift_card_total' } })

    expect(added).toMatchObject({ cart: { gift_card_total: 5, total: cart.total - 5 } })
    expect(removed).toMatchObject({ cart: { gift_card_total: 0, total: cart.total, gift_cards: [] } })
  })

  it('begins an order edit, adds a shipping method, previews and cancels it', async () => {
    const { admin, client: http } = await logIn(system)
    const order_id = await records.addOrder(system)

    const { order_change } = await admin.orderEdit.initiateRequest({ order_id, internal_note: 'n' })
    const body = { shipping_option_id: ids.shipping_option, custom_amount: 5 }
    const added = await http.fetch<{ order_preview: object }>(`/admin/order-edits/${order_id}/shipping-method`, {
      method: 'POST',
      body,
    })
    const { order } = await admin.order.retrievePreview(order_id)

    expect(order_change).toMatchObject({ order_id, status: 'pending' })
    expect(added.order_preview).toMatchObject({
      shipping_methods: [{ amount: 10 }, { amount: 5, actions: [{ action: 'SHIPPING_ADD' }] }],
    })
    expect(order).toEqual(added.order_preview)
    expect(await admin.orderEdit.cancelRequest(order_id)).toEqual({ id: order_id, object: 'order-edit', deleted: true })
    expect((await admin.order.retrieve(order_id)).order.shipping_methods).toHaveLength(1)
  })

  it('adds a price, and lists the orders of a customer', async () => {
    const { client: http } = await logIn(system, 'seller')
    const list = await records.addPriceList(system)
    const body = { variant_id: ids.variant, currency_code: 'eur', amount: 8 }

    const { price_list } = await http.fetch<{ price_list: object }>(`/vendor/price-lists/${list}/prices`, {
      method: 'POST',
      body,
    })
    const page = await http.fetch(`/vendor/customers/${ids.customer}/orders`, { query: { limit: 2, offset: 1 } })

    expect(price_list).toMatchObject({ id: list, prices: [{ amount: 8 }] })
    expect(page).toMatchObject({ orders: [{}, {}], count: expect.any(Number), limit: 2, offset: 1 })
  })

  it.each([
    [
      'an unknown cart',
      (medusa: Medusa) => medusa.store.cart.retrieve('cart_nope'),
      404,
      'Not Found',
      "Cart with id 'cart_nope' not found",
    ],
    [
      'a missing field',
      (medusa: Medusa) => medusa.store.cart.createLineItem('cart_nope', {} as never),
      400,
      'Bad Request',
      "Invalid request: Field 'variant_id' is required; Field 'quantity' is required",
    ],
    [
      'a request without a login',
      (medusa: Medusa) => medusa.admin.order.retrieve(ids.order),
      401,
      'Unauthorized',
      'Unauthorized',
    ],
    [
      'a wrong password',
      (medusa: Medusa) => medusa.auth.login('user', 'emailpass', { email: 'a@b.c', password: 'x' }),
      401,
      'Unauthorized',
      'Invalid email or password',
    ],
  ])('throws its own error for %s', async (_name, call, status, statusText, message) => {
    await expect(call(medusaOf(system))).rejects.toMatchObject({ status, statusText, message })
  })

  it('exports orders, and gets the file from a notification like the dashboard does', async () => {
    const { admin, client } = await logIn(system)
    const { transaction_id } = await admin.order.export({ id: ids.order })
    const file = await vi.waitFor(
      async () => {
        const mine = { to: [ids.admin, system.facts.admin.email, ''], channel: 'feed', q: transaction_id, limit: 20, offset: 0 }
        const [notification] = (await admin.notification.list(mine)).notifications
        expect(notification).toMatchObject({ template: 'admin-ui', data: { title: 'Order export' } })
        return notification!.data!.file as { url: string }
      },
      { interval: 100 },
    )
    const { order_export } = await client.fetch<{ order_export: object }>(`/admin/order-exports/${transaction_id}`)
    expect(order_export).toMatchObject({ status: 'done', orders: 1, file })
    const { status, text } = await system.http('GET', file.url)
    expect([status, text.trim().split('\n').length]).toEqual([200, 2])
    expect(text).toContain(`\n${ids.order},1,pending,`)
    expect((await system.http('GET', file.url, { as: 'seller' })).status).toBe(401)
  })

  it('filters, sorts, searches and counts lists', async () => {
    const { admin } = await logIn(system)
    const { created_at } = (await admin.order.retrieve(ids.order)).order
    const idsOf = async (query: object) => (await admin.order.list(query)).orders.map((order: { id: string }) => order.id)

    expect(await idsOf({ id: [ids.order, 'order_none'], customer_id: ids.customer, order: '-created_at', fields: 'id' })).toEqual(
      [ids.order],
    )
    expect(await idsOf({ id: ids.order, created_at: { $gte: created_at as never, $lte: created_at as never } })).toEqual([
      ids.order,
    ])
    expect(await idsOf({ id: ids.order, $or: [{ customer_id: 'cus_none' }, { status: ['pending'] }] } as never)).toEqual([
      ids.order,
    ])
    expect(await idsOf({ id: ids.order, created_at: { $lt: created_at as never } })).toEqual([])
    expect(await admin.order.list({ limit: 0, q: '' })).toMatchObject({ orders: [], count: expect.any(Number), limit: 0 })
    expect(await admin.order.list({ limit: 100_000 })).toMatchObject({ limit: 9999 })
    await expect(admin.order.list({ colour: 'red' } as never)).rejects.toMatchObject({ status: 400, message: /'colour'/ })
  })

  it('throws for a revoked key', async () => {
    await expect(
      medusaOf(system, { publishableKey: system.secrets.revoked_publishable_key }).store.cart.create({}),
    ).rejects.toMatchObject({
      status: 400,
      message: 'A valid publishable key is required to proceed with the request',
    })
  })
})

interface Captured {
  method: string
  url: string
  raw_query: string
  headers: Record<string, string>
  body: string | null
}

const CAPTURED = (
  JSON.parse(readFileSync(resolve(import.meta.dirname, '../data/sdk-requests.json'), 'utf8')) as {
    call: string
    requests: Captured[]
  }[]
).flatMap(({ call, requests }) => requests.map((request) => [call, request] as const))

describe('byte-identical requests of the SDK', () => {
  let order: string
  let cart: string
  let line: string
  beforeEach(async () => {
    order = await records.addOrder(system)
    cart = await records.addCart(system)
    line = (await system.http('GET', `/store/carts/${cart}`)).body.cart.items[0].id
  })

  /** Creates the records that a call needs. @returns the code of the gift card that is on the cart */
  async function prepare(call: string) {
    if (/orderEdit\.(?!initiateRequest)|shipping-method/.test(call))
      await system.http('POST', '/admin/order-edits', { body: { order_id: order } })
    const code = await records.addGiftCard(system, { value: 5 })
    if (/gift card/.test(call)) await system.http('POST', `/store/carts/${cart}/gift-cards`, { body: { code } })
    return code
  }

  const collectionOf = async (cart_id: string): Promise<string> =>
    (await system.http('POST', '/store/payment-collections', { body: { cart_id } })).body.payment_collection.id

  const tokenFor = (url: string) =>
    url.startsWith('/vendor') ? system.tokens.seller : url.startsWith('/store') ? system.tokens.customer : system.tokens.admin

  it.each(CAPTURED)('%s', async (call, { method, url, raw_query, headers, body }) => {
    const code = await prepare(call)
    const own = call === 'store.cart.complete' ? await records.addPayableCart(system) : cart
    const collection = url.includes('pay_col_1') ? await collectionOf(cart) : ''
    const ours = (text: string) =>
      text
        .replaceAll('cart_1', own)
        .replaceAll('pay_col_1', collection)
        .replaceAll('cali_1', line)
        .replaceAll('order_1', order)
        .replaceAll('reg_1', ids.region)
        .replaceAll('plist_1', ids.price_list)
        .replaceAll('so_1', ids.shipping_option)
        .replaceAll('cus_1', ids.customer)
        .replaceAll('"v"', `"${ids.variant}"`)
        .replaceAll('"G"', `"${code}"`)
        .replaceAll('a@b.c', system.facts.admin.email)
        .replaceAll('"p"', `"${system.secrets.admin_password}"`)
    const sent: Record<string, string> = { ...headers, 'x-publishable-api-key': system.secrets.publishable_key }
    if (headers.authorization) sent.authorization = `Bearer ${tokenFor(url)}`

    const response = await persistentFetch(system.url + ours(url.split('?')[0]! + raw_query), {
      method,
      headers: sent,
      ...(body !== null && { body: ours(body) }),
    })

    expect(response.status, await response.clone().text()).toBe(200)
    expect(await response.json()).toEqual(expect.any(Object))
  })

  it('get an error that the SDK understands when there is no operation', async () => {
    const { client: http } = await logIn(system)

    await expect(http.fetch('/admin/nothing')).rejects.toMatchObject({ status: 404, message: 'Cannot GET /admin/nothing' })
    expectErrorShape(await system.http('GET', '/admin/nothing'))
    expect(CAPTURED.length).toBeGreaterThan(7)
  })
})
