import {
  addGiftCard,
  addLineItem,
  completeCart,
  createCartPaymentCollection,
  createInventoryItem,
  createPaymentSession,
  createProduct,
  createStockLocation,
  declared,
  getCart,
  getInventoryItem,
  getOrder,
  listGiftCardOrders,
  listReservations,
  listStoreCreditTransactions,
  manageStockLocationSalesChannels,
  StorePaymentCollection,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { commandsOf, invalid, refusal } from '@souk/runtime/testing'
import { Decimal128 } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededShippingOptions } from '../../../../../tools/seed/shipping.ts'
import { aCard, aPayableCart, aPaymentCollection, aPaymentSession, aQuotedLine, sentBy } from '../../../test/builders.ts'
import { ADMIN, type CartWithSellersUnderTest, MARKET_OPTION, STRANGER, startCartWithSellers } from '../../../test/service.ts'
import { UNPAYABLE_REGION } from '../../../test/unpayable.ts'
import type { CartRecord } from '../../domain/carts/cart.ts'
import type { Checkout } from '../../domain/checkout/checkout-record.ts'

const AS_ADMIN = { actor: ADMIN }
const FOREIGN_OPTION = 'so_foreign'
let service: CartWithSellersUnderTest
beforeAll(async () => {
  service = await startCartWithSellers()
  const [option] = seededShippingOptions
  const foreign = { ...option!, id: FOREIGN_OPTION, seller_id: ids.foreign_seller }
  await insertMissing(service.pricing.db, { shipping_options: [foreign], regions: [UNPAYABLE_REGION] })
})
afterAll(() => service.stop())

async function put<C extends CartRecord>(cart: C, cards: ReturnType<typeof aCard>[] = []): Promise<C> {
  await insertMissing(service.db, { carts: [cart], gift_cards: cards })
  return cart
}
const complete = (id: string, options: object = {}) =>
  service.store(completeCart, { params: { id }, deadline: Date.now() + 60_000, ...options })
const get = async (id: string) => (await service.store(getCart, { params: { id } })).body.cart
const orderOf = async (id: string) => (await service.orders.call(getOrder, { params: { id }, ...AS_ADMIN })).order
const ordersOf = (cart_id: string) => service.orders.db.collection('orders').countDocuments({ 'items.cart_id': cart_id })
const balance = async (code: string) => String((await service.db.collection('gift_cards').findOne({ code }))!.balance)

const TRY_AGAIN = [409, 'concurrent_modification', '1']
const askedAgain = ({ status, body, retry_after }: Awaited<ReturnType<typeof complete>>) => [status, body.code, retry_after]
/** A checkout that the process of another request runs. */
const othersCheckout = (): Checkout => ({
  ...{ epoch: 1, state: 'priced', runner: 'r', lease_until: Date.now() + 600_000, at: new Date().toISOString() },
  ...{ facts: { sales_channel: null, variants: [], shipping_options: [] }, is_taken_over: false, refusal: null },
})

/** A variant of the marketplace with this stock; `held` tells how much of it is reserved. */
async function aVariant(stocked_quantity: number) {
  const { pricing } = service
  const { stock_location } = await pricing.call(createStockLocation, { body: { name: `Location ${Math.random()}` }, ...AS_ADMIN })
  const params = { id: stock_location.id }
  await pricing.call(manageStockLocationSalesChannels, { params, body: { add: [ids.sales_channel] }, ...AS_ADMIN })
  const location_levels = [{ location_id: stock_location.id, stocked_quantity }]
  const { inventory_item } = await pricing.call(createInventoryItem, { body: { location_levels }, ...AS_ADMIN })
  const variant = { title: 'One', options: { Size: 'One' }, prices: [], manage_inventory: true }
  const { product } = await pricing.call(createProduct, {
    body: {
      title: `Product ${Math.random()}`,
      status: 'published',
      shipping_profile_id: 'sp_01SEED00000000000000000001',
      options: [{ title: 'Size', values: ['One'] }],
      variants: [{ ...variant, inventory_items: [{ inventory_item_id: inventory_item.id }] }],
    },
    ...AS_ADMIN,
  })
  const held = async () => {
    const found = await pricing.call(getInventoryItem, { params: { id: inventory_item.id }, ...AS_ADMIN })
    return (found.inventory_item as { reserved_quantity: number }).reserved_quantity
  }
  return { variant_id: product.variants![0]!.id, item: inventory_item.id, held }
}

describe('complete-cart', () => {
  it('creates an order that matches the cart', async () => {
    const cart = await put(aPayableCart({ body: { email: 'guest@example.com', metadata: { from: 'test' } } }))
    const { status, body, etag } = await complete(cart.id)
    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(completeCart.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({
      type: 'order',
      order: {
        ...{ status: 'pending', payment_status: 'authorized', fulfillment_status: 'not_fulfilled', version: 1 },
        ...{ total: cart.total, item_total: cart.item_total, shipping_total: 10, currency_code: 'eur', seller_id: ids.seller },
        ...{ email: 'guest@example.com', metadata: { from: 'test' }, region_id: cart.region_id },
        sales_channel: { id: ids.sales_channel },
        items: [{ cart_id: null, quantity: 1, unit_price: cart.items[0]!.unit_price, variant_id: ids.variant }],
        shipping_methods: [{ name: 'Standard', amount: 10, shipping_option_id: ids.shipping_option }],
        summary: { pending_difference: cart.total, paid_total: 0, original_order_total: cart.total },
        payment_collections: [
          {
            ...{ id: cart.payment_collection!.id, status: 'authorized', authorized_amount: cart.total },
            payment_sessions: [{ status: 'authorized', payment: { amount: cart.total } }],
            payments: [{ amount: cart.total, captured_amount: 0, provider_id: 'pp_system_default' }],
          },
        ],
      },
    })
    const { order, order_set } = body
    expect(order_set).toMatchObject({ cart_id: cart.id, payment_collection_id: cart.payment_collection!.id })
    expect(order_set.orders).toEqual([order])
    const stored = await orderOf(order.id)
    const payment_collections = stored.payment_collections.map((one: unknown) => declared(StorePaymentCollection, one))
    expect(stored.items).toMatchObject([{ cart_id: cart.id }])
    const items = stored.items.map((line: object) => ({ ...line, cart_id: null }))
    expect({ ...order, customer: null }).toEqual({ ...stored, items, customer: null, payment_collections })
    expect(await get(cart.id)).toMatchObject({ completed_at: expect.any(String), payment_collection: { status: 'authorized' } })
    const reservations = await service.pricing.call(listReservations, {
      query: `line_item_id=${order.items[0].id}`,
      ...AS_ADMIN,
    })
    expect(reservations.reservations).toMatchObject([{ quantity: 1 }])
    expect(await service.eventsOf(cart.id, 1)).toMatchObject([{ type: 'cart.updated' }])
  })

  it('writes the cart three times, four times if cards are debited, and does not look for orders first', async () => {
    await complete((await put(aPayableCart())).id) // creates the counter of orders
    const sentTo = async (db: CartWithSellersUnderTest['db'], name: string, cards: ReturnType<typeof aCard>[] = []) => {
      const cart = await put(aPayableCart({}, { cards }), cards)
      const sent = await commandsOf(db, () => complete(cart.id))
      const own = sent.filter(({ ns, command }) => ns.endsWith(`.${name}`) && (!command?.filter || command.filter._id))
      return own.map(({ op }) => op)
    }
    // On a busy machine a call may be made twice.
    const written = async () => [await sentTo(service.db, 'carts'), await sentTo(service.db, 'carts', [aCard()])]
    await expect.poll(written).toEqual([
      ['query', 'update', 'update', 'update'],
      ['query', 'update', 'update', 'update', 'update'],
    ])
    await expect.poll(() => sentTo(service.orders.db, 'orders')).toEqual(['insert'])
  })

  it('shows the requested fields, of all orders alike', async () => {
    const cart = await put(aPayableCart())
    const { body } = await complete(cart.id, { query: 'fields=id,-status,-version,-payment_status,-fulfillment_status' })
    expect(Object.keys(body.order)).toContain('id')
    expect(body.order).not.toHaveProperty('email')
    expect(body.order_set.orders[0]).not.toHaveProperty('email')
  })

  it('creates the orders once, however many requests come concurrently or later', async () => {
    const cart = await put(aPayableCart())
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([
      ...Array.from({ length: 17 }, () => complete(cart.id)),
      ...Array.from({ length: 3 }, () => complete(cart.id, { op_id })),
    ])
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const orders = replies.map(({ body }) => body.order.id)
    expect(new Set(orders).size).toBe(1)
    expect((await complete(cart.id)).body.order.id).toBe(orders[0])
    expect(await ordersOf(cart.id)).toBe(1)
  })

  it('rejects carts that cannot become an order, naming the reason', async () => {
    expect(refusal(await complete('cart_none'))).toEqual([404, 'not_found', "Cart with id 'cart_none' not found"])
    const whole = await put(aPayableCart())
    expect(refusal(await complete(whole.id, { actor: STRANGER }))[0]).toBe(404)

    const refused = async (overrides: Partial<CartRecord>) => {
      const cart = await put(aPayableCart({}, {}, overrides))
      const reply = refusal(await complete(cart.id))
      expect(await get(cart.id)).toMatchObject({ completed_at: null })
      expect(await ordersOf(cart.id)).toBe(0)
      return reply
    }
    expect(await refused({ items: [] })).toEqual(invalid('Cannot complete a cart with no items'))
    expect(await refused({ payment_collection: null })).toEqual(invalid('Payment collection has not been initiated for cart'))
    const required = invalid('Payment sessions are required to complete cart')
    expect(await refused({ payment_collection: aPaymentCollection({ payment_sessions: [] }) })).toEqual(required)
    const failed = aPaymentCollection({ payment_sessions: [aPaymentSession({ status: 'error' })] })
    expect(await refused({ payment_collection: failed })).toEqual(required)
    const foreign = aPaymentCollection({ payment_sessions: [aPaymentSession({ provider_id: 'pp_other' })] })
    expect(await refused({ payment_collection: foreign })).toEqual(
      invalid(`Payment provider pp_other is not enabled in the cart's region ${ids.region}.`),
    )
    expect(await refused({ shipping_methods: [] })).toEqual(
      invalid('No shipping method selected but the cart contains items that require shipping.'),
    )
    const { shipping_methods } = aPayableCart()
    const gone = shipping_methods.map((method) => ({ ...method, shipping_option_id: 'so_gone' }))
    expect(await refused({ shipping_methods: gone })).toEqual(
      invalid('The cart items require shipping profiles that are not satisfied by the current shipping methods'),
    )
  })

  it('compares the provider of its payment with its region as it is now', async () => {
    const region = aPayableCart().region!
    const inRegion = (payment_providers: typeof region.payment_providers, overrides: Partial<CartRecord> = {}) =>
      put(aPayableCart({}, {}, { region: { ...region, payment_providers }, ...overrides }))
    expect((await complete((await inRegion([])).id)).body).toMatchObject({ type: 'order' })
    const other = { ...region.payment_providers[0]!, id: 'pp_other' }
    const payment_collection = aPaymentCollection({ payment_sessions: [aPaymentSession({ provider_id: other.id })] })
    const cart = await inRegion([...region.payment_providers, other], { payment_collection })
    expect(refusal(await complete(cart.id))).toEqual(
      invalid(`Payment provider pp_other is not enabled in the cart's region ${ids.region}.`),
    )
  })

  it('rejects goods that are not published any more, or not sold in its channel', async () => {
    const { variant_id } = await aVariant(1)
    const change = ($set: object) =>
      service.pricing.db.collection('products').updateOne({ 'variants.id': variant_id }, { $set, $inc: { revision: 1 } })
    const cart = await put(aPayableCart({}, { lines_with: [{ variant_id, requires_shipping: false }] }))
    const unsold = invalid(`Variants ${variant_id} do not exist or belong to a product that is not published`)
    for (const product of [{ status: 'draft' }, { status: 'published', sales_channel_ids: ['sc_other'] }]) {
      await change(product)
      expect(refusal(await complete(cart.id))).toEqual(unsold)
    }
    await change({ sales_channel_ids: [cart.sales_channel_id] })
    expect((await complete(cart.id)).body).toMatchObject({ type: 'order' })
  })

  it('rejects lines whose variant no longer exists, but not lines without a variant', async () => {
    const cart = await put(aPayableCart({}, { lines_with: [{ variant_id: 'variant_gone', requires_shipping: false }] }))
    expect(refusal(await complete(cart.id))).toEqual(
      invalid('Variants variant_gone do not exist or belong to a product that is not published'),
    )
    expect(await get(cart.id)).toMatchObject({ completed_at: null })
    const custom = await put(aPayableCart({}, { lines_with: [{ variant_id: null, requires_shipping: false }] }))
    expect((await complete(custom.id)).body.order).toMatchObject({ seller_id: null })
  })

  it('returns the unchanged cart if the payment is not authorized', async () => {
    const collection = aPaymentCollection({ payment_sessions: [aPaymentSession({ provider_id: 'pp_other' })] })
    const paying = { region_id: UNPAYABLE_REGION.id, region: UNPAYABLE_REGION, payment_collection: collection }
    const { total } = aPayableCart()
    const card = aCard({ value: 7 })
    const paid = aPaymentCollection({ ...collection, amount: total - 7 })
    const cart = await put(aPayableCart({}, { cards: [card] }, { ...paying, payment_collection: paid }), [card])
    const { status, body } = await complete(cart.id)
    expect(status).toBe(200)
    expect(completeCart.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({
      type: 'cart',
      cart: { id: cart.id, completed_at: null, payment_collection: { status: 'not_paid' } },
      error: { message: 'Payment authorization failed', name: 'Error', type: 'payment_authorization_error' },
    })
    expect(body.cart).not.toHaveProperty('checkout')
    expect(await ordersOf(cart.id)).toBe(0)
    expect(
      (await service.store(addLineItem, { params: { id: cart.id }, body: { variant_id: ids.variant, quantity: 1 } })).status,
    ).toBe(200)
    expect(await service.eventsOf(cart.id, 1)).toMatchObject([{ seq: 1 }]) // of the line
  })

  it('leaves a payment whose authorization is pending as it is, and the order awaiting it', async () => {
    const payment_collection = aPaymentCollection({ payment_sessions: [aPaymentSession({ status: 'pending_authorization' })] })
    const cart = await put(aPayableCart({}, {}, { payment_collection }))
    const { body } = await complete(cart.id)
    expect(body.order).toMatchObject({ payment_status: 'awaiting', payment_collections: [{ status: 'awaiting', payments: [] }] })
  })

  it('rejects other changes with 409 while the cart is being completed, and with 400 afterwards', async () => {
    const busy = await put(aPayableCart({}, {}, { checkout: othersCheckout(), checkouts: 1 }))
    const add = (id: string) => service.store(addLineItem, { params: { id }, body: { variant_id: ids.variant, quantity: 1 } })
    expect(refusal(await add(busy.id))).toEqual([409, 'conflict', 'Cart is already being completed by another request'])
    await vi.waitFor(async () => expect(askedAgain(await complete(busy.id, { deadline: Date.now() + 2000 }))).toEqual(TRY_AGAIN))
    const cart = await put(aPayableCart())
    await complete(cart.id)
    expect(refusal(await add(cart.id))).toEqual([400, 'invalid_data', `Cart ${cart.id} is already completed.`])
  })

  it('waits for the checkout of another request; if that is slow, a repeat with the same key gets the order', async () => {
    const { id } = await put(aPayableCart({}, {}, { checkout: othersCheckout(), checkouts: 1 }))
    const again = (deadline: number) => complete(id, { deadline, http_id: mintOpId(Date.now()), idempotency_key: `slow-${id}` })
    await vi.waitFor(async () => expect(askedAgain(await again(Date.now() + 2000))).toEqual(TRY_AGAIN))
    const lapsed = { $set: { 'checkout.lease_until': 0 }, $inc: { revision: 1 } }
    await service.db.collection<{ _id: string }>('carts').updateOne({ _id: id }, lapsed)
    const { status, body } = await again(Date.now() + 60_000)
    expect([status, body.type], JSON.stringify(body)).toEqual([200, 'order'])
  })
})

describe('the stock of a completed cart', () => {
  it('is reserved for all lines, or the cart stays open', async () => {
    const { variant_id, item, held } = await aVariant(3)
    const selling = (quantity: number) =>
      put(sentBy(MARKET_OPTION, aPayableCart({ lines: [aQuotedLine({ quantity })] }, { lines_with: [{ variant_id }] })))
    const first = await selling(2)
    const second = await selling(2)
    expect((await complete(first.id)).body.order).toMatchObject({ seller_id: null })
    const [status, type, message] = refusal(await complete(second.id))
    expect([status, type, message]).toEqual([
      400,
      'not_allowed',
      expect.stringMatching(`^Not enough stock available for item ${item}`),
    ])
    expect(await held()).toBe(2)
    expect(await get(second.id)).toMatchObject({
      completed_at: null,
      total: second.total,
      payment_collection: { status: 'not_paid' },
    })
    const add = await service.store(addLineItem, { params: { id: second.id }, body: { variant_id: ids.variant, quantity: 1 } })
    expect(add.status).not.toBe(409)
  })

  it('is never oversold, however many carts are completed concurrently', async () => {
    const { variant_id, held } = await aVariant(4)
    const aBuyer = () => put(sentBy(MARKET_OPTION, aPayableCart({}, { lines_with: [{ variant_id }] })))
    const carts = await Promise.all(Array.from({ length: 8 }, aBuyer))
    const replies = await Promise.all(carts.map(({ id }) => complete(id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(await held()).toBe(4)
  })
})

describe('gift cards of a completed cart', () => {
  it('are debited, and need no payment if they pay for the whole cart', async () => {
    const card = aCard({ code: 'GIFT-ALL', value: 500 })
    const cart = await put(aPayableCart({}, { cards: [card] }), [card])
    expect([cart.total, cart.payment_collection]).toEqual([0, null])
    const { status, body } = await complete(cart.id)
    expect(status, JSON.stringify(body)).toBe(200)
    const paid = cart.credit_line_total
    expect(body.order).toMatchObject({
      ...{ total: 0, credit_line_total: paid, gift_card_total: paid, payment_collections: [], payment_status: 'not_paid' },
      credit_lines: [{ reference: 'gift-card', reference_id: card.id, amount: paid, order_id: body.order.id }],
    })
    expect(Number(await balance('GIFT-ALL'))).toBe(500 - paid)
    const id = `sc_acc_${card.id.slice('gcard_'.length)}`
    const { transactions } = await service.call(listStoreCreditTransactions, { params: { id }, ...AS_ADMIN })
    expect(transactions.at(-1)).toMatchObject({
      type: 'debit',
      amount: paid,
      reference: 'cart',
      reference_id: cart.id,
      note: 'Gift card usage',
    })
    const { orders } = await service.orders.call(listGiftCardOrders, { params: { id: card.id }, ...AS_ADMIN })
    expect(orders).toMatchObject([{ id: body.order.id }])
  })

  it('leave an order paid if its payment collection asks for nothing', async () => {
    const card = aCard({ code: 'GIFT-WHOLE', value: 500 })
    const payment_collection = aPaymentCollection({ amount: 0, payment_sessions: [] })
    const cart = await put(aPayableCart({}, { cards: [card] }, { payment_collection }), [card])
    const { body } = await complete(cart.id)
    expect(body.order).toMatchObject({ total: 0, payment_status: 'captured', payment_collections: [{ amount: 0 }] })
  })

  it('never pay more than their balance, however many carts are completed concurrently', async () => {
    const card = aCard({ code: 'GIFT-100', value: 100 })
    await insertMissing(service.db, { gift_cards: [card] })
    const lines = [aQuotedLine({ unit_price: 10 })]
    const carts = await Promise.all(
      Array.from({ length: 50 }, () =>
        put(aPayableCart({ lines }, { amount: 0, cards: [card], lines_with: [{ variant_id: null, requires_shipping: false }] })),
      ),
    )
    expect(carts[0]).toMatchObject({ total: 0, credit_line_total: 10 })
    const replies = await Promise.all(carts.map(({ id }) => complete(id)))
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused.map(refusal)).toEqual(Array.from({ length: 40 }, () => [400, 'invalid_data', 'Insufficient balance']))
    expect(await balance('GIFT-100')).toBe('0')
    const short = carts[replies.findIndex(({ status }) => status !== 200)]!
    expect(await get(short.id)).toMatchObject({ total: 10, gift_cards: [], credit_lines: [], completed_at: null })
  })

  it('keep their balance if another card falls short; the cart then shows what they can still pay', async () => {
    const [one, two] = [aCard({ code: 'GIFT-7', value: 7 }), aCard({ code: 'GIFT-30', value: 30 })]
    const cart = await put(aPayableCart({}, { cards: [one, two] }), [one, two])
    const collection = service.db.collection('gift_cards')
    await collection.updateOne({ code: two.code }, { $set: { balance: Decimal128.fromString('3') }, $inc: { revision: 1 } })
    expect(refusal(await complete(cart.id))).toEqual([400, 'invalid_data', 'Insufficient balance'])
    expect([await balance('GIFT-7'), await balance('GIFT-30')]).toEqual(['7', '3'])
    expect(await get(cart.id)).toMatchObject({ credit_line_total: 10, total: cart.item_total + 10 - 10 })
    expect(await service.eventsOf(cart.id, 1)).toMatchObject([{ seq: 1, type: 'cart.updated' }])
    const added = await service.store(addGiftCard, { params: { id: cart.id }, body: { code: 'GIFT-NONE' } })
    expect(added.status).toBe(400)

    const { body } = await service.store(createCartPaymentCollection, { body: { cart_id: cart.id } })
    const params = { id: body.payment_collection.id as string }
    await service.store(createPaymentSession, { params, body: { provider_id: 'pp_system_default' } })
    const completed = await complete(cart.id)
    expect(completed.body.order, completed.text).toMatchObject({ total: cart.item_total, credit_line_total: 10 })
    expect([await balance('GIFT-7'), await balance('GIFT-30')]).toEqual(['0', '0'])
  })

  it.each([
    ['GIFT-OLD', 'has expired', { expires_at: '2026-01-01T00:00:00.000Z' }],
    ['GIFT-OFF', 'has been disabled', { status: 'pending' }],
  ] as const)('are named in the rejection, and are dropped from the cart: %s %s', async (code, how, fields) => {
    const card = aCard({ code, value: 500, ...fields })
    const cart = await put(aPayableCart({}, { cards: [card] }), [card])
    expect(refusal(await complete(cart.id))).toEqual([400, 'invalid_data', `Gift card (${code}) ${how}`])
    expect(await get(cart.id)).toMatchObject({ gift_cards: [] })
  })
})

describe('a cart with goods of several sellers', () => {
  it('becomes one order per seller, each with its share of shipping, credit and payment', async () => {
    const card = aCard({ code: 'GIFT-PART', value: 10 })
    const lines = [
      aQuotedLine({ variant_id: ids.foreign_variant, unit_price: 10 }),
      aQuotedLine({ variant_id: ids.variant, unit_price: 20, quantity: 1 }),
    ]
    const one = aPayableCart({ lines }, { amount: 10, cards: [card] })
    const free = { ...one.shipping_methods[0]!, id: 'casm_free', amount: 0, total: 0, shipping_option_id: FOREIGN_OPTION }
    const cart = await put({ ...one, shipping_methods: [...one.shipping_methods, free] }, [card])
    const { status, body } = await complete(cart.id)
    expect(status, JSON.stringify(body)).toBe(200)
    const { orders } = body.order_set
    expect(orders).toHaveLength(2)
    expect(body.order).toEqual(orders[0])
    const sellers = orders.map(({ seller_id }: { seller_id: string }) => seller_id)
    expect(sellers).toEqual([ids.seller, ids.foreign_seller])
    type Sent = { shipping_methods: { shipping_option_id: string }[] }
    expect(orders.map(({ shipping_methods }: Sent) => shipping_methods.map((method) => method.shipping_option_id))).toEqual([
      [ids.shipping_option],
      [FOREIGN_OPTION],
    ])
    expect(orders[1].display_id).toBe(orders[0].display_id + 1)
    const sum = (
      of: (order: { total: number; credit_line_total: number; payment_collections: { amount: number }[] }) => number,
    ) => orders.reduce((total: number, order: never) => total + of(order), 0)
    expect(sum(({ total }) => total)).toBeCloseTo(cart.total, 10)
    expect(sum(({ credit_line_total }) => credit_line_total)).toBeCloseTo(10, 10)
    expect(sum(({ payment_collections }) => payment_collections[0]!.amount)).toBeCloseTo(cart.payment_collection!.amount, 10)
    expect(orders[0].payment_collections[0].id).toBe(cart.payment_collection!.id)
    const payments = orders.map(
      (order: { payment_collections: { payments: { id: string }[] }[] }) => order.payment_collections[0]!.payments[0]!.id,
    )
    expect(new Set(payments).size).toBe(2)
    const again = (await complete(cart.id)).body.order_set
    expect(again.orders.map(({ id }: { id: string }) => id)).toEqual(orders.map(({ id }: { id: string }) => id))
    const { id, display_id, created_at } = body.order_set
    expect([again.id, display_id, created_at]).toEqual([id, orders[0].display_id, orders[0].created_at])
    for (const order of orders) {
      const stored = await service.orders.db.collection('orders').findOne({ _id: order.id })
      expect(stored!.order_set).toMatchObject({ id, display_id, created_at, cart_id: cart.id })
    }
  })

  it('becomes orders that are all paid, if gift cards pay for all and its payment collection asks for nothing', async () => {
    const card = aCard({ code: 'GIFT-SEVERAL', value: 500 })
    const payment_collection = aPaymentCollection({ amount: 0, payment_sessions: [] })
    const lines = [ids.variant, ids.foreign_variant].map((variant_id) => aQuotedLine({ variant_id }))
    const cart = await put(sentBy(MARKET_OPTION, aPayableCart({ lines }, { cards: [card] }, { payment_collection })), [card])
    const { order_set } = (await complete(cart.id)).body
    const paid = { total: 0, payment_status: 'captured', payment_collections: [{ amount: 0, payments: [] }] }
    expect(order_set).toMatchObject({ payment_status: 'captured', payment_collection: { amount: 0 }, orders: [paid, paid] })
  })

  it('is not completed while a seller’s goods have no shipping, unless the marketplace ships them', async () => {
    const lines = [ids.variant, ids.foreign_variant].map((variant_id) => aQuotedLine({ variant_id }))
    const unsent = invalid('The cart items require shipping profiles that are not satisfied by the current shipping methods')
    const lacking = await put(aPayableCart({ lines }))
    expect(refusal(await complete(lacking.id))).toEqual(unsent)
    const whole = await put(sentBy(MARKET_OPTION, aPayableCart({ lines })))
    expect((await complete(whole.id)).body.order_set.orders).toHaveLength(2)
  })
})

describe('goods of a seller', () => {
  const change = (id: string, $set: object) =>
    service.sellers.db.collection<{ _id: string }>('sellers').updateOne({ _id: id }, { $set, $inc: { revision: 1 } })
  const open = { store_status: 'ACTIVE', deleted_at: null }
  const refused = invalid('Some products in the cart belong to inactive sellers')

  it.each([{ store_status: 'SUSPENDED' }, { store_status: 'INACTIVE' }, { deleted_at: '2026-03-01T00:00:00.000Z' }])(
    'cannot be bought while the seller is %o, and the cart stays unchanged',
    async (closed) => {
      const lines = [ids.variant, ids.foreign_variant].map((variant_id) => aQuotedLine({ variant_id }))
      const card = aCard({ value: 10 })
      const cart = await put(sentBy(MARKET_OPTION, aPayableCart({ lines }, { cards: [card] })), [card])
      const before = await get(cart.id)
      await change(ids.foreign_seller, closed)
      const others = await put(aPayableCart())
      expect(refusal(await complete(cart.id))).toEqual(refused)
      expect(await get(cart.id)).toEqual(before)
      expect([await ordersOf(cart.id), await balance(card.code)]).toEqual([0, '10'])
      expect((await complete(others.id)).status).toBe(200)
      await change(ids.foreign_seller, open)
      expect((await complete(cart.id)).body.order_set.orders).toHaveLength(2)
    },
  )

  it('stay sold once ordered; carts completed during the seller’s suspension become one order or none', async () => {
    const carts = await Promise.all(Array.from({ length: 12 }, () => put(aPayableCart())))
    const [sold, ...racing] = carts
    const { order } = (await complete(sold!.id)).body
    const replies = await Promise.all([
      ...racing.map(({ id }) => complete(id)),
      change(ids.seller, { store_status: 'SUSPENDED' }).then(() => complete(sold!.id)),
    ])
    expect(replies.at(-1)!.body.order.id).toBe(order.id)
    for (const [n, { id }] of racing.entries()) {
      const reply = replies[n]!
      if (reply.status !== 200) expect(refusal(reply)).toEqual(refused)
      expect(await ordersOf(id)).toBe(reply.status === 200 ? 1 : 0)
    }
    const late = await put(aPayableCart())
    expect(refusal(await complete(late.id))).toEqual(refused)
    await change(ids.seller, open)
    expect((await complete(late.id)).status).toBe(200)
  })

  it('cannot be bought while the seller’s status is unknown, unlike goods of the marketplace', async () => {
    const cart = await put(aPayableCart())
    const before = await get(cart.id)
    await service.stopSellers()
    expect(await complete(cart.id, { tries: 1 })).toMatchObject({ status: 503, failure: 'unavailable' })
    expect(await get(cart.id)).toEqual(before)
    expect(await ordersOf(cart.id)).toBe(0)
    const { variant_id } = await aVariant(1)
    const ours = await put(sentBy(MARKET_OPTION, aPayableCart({}, { lines_with: [{ variant_id }] })))
    expect((await complete(ours.id)).body.order).toMatchObject({ seller_id: null })
  })
})
