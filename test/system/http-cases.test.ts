import { demonstrationId } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OrderRecord, orderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
import { hashPassword } from '../../services/sellers/src/credentials/passwords.ts'
import { seededProducts } from '../../tools/seed/catalogue.ts'
import { ids, SEEDED_AT, seededId } from '../../tools/seed/ids.ts'
import { insertMissing } from '../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../tools/seed/orders.ts'
import { seededDates, seededTimestamps } from '../../tools/seed/records.ts'
import { seededRegion, seededUsRegion } from '../../tools/seed/regions.ts'
import { expectAnswer, expectPricesAfter, type HttpCase, readCases, send, type Values } from './http-cases.ts'
import * as records from './records.ts'
import { bearing } from './scenes/scene.ts'
import { type System, startSystem } from './system.ts'

const CASES = readCases()

let system: System
const actors: Values = {}
/** Values that are the same in every case. */
let shared: Values
beforeAll(async () => {
  system = await startSystem()
  shared = {
    own_variant: ids.variant,
    list_of_B: ids.foreign_price_list,
    variant_of_B: ids.foreign_variant,
    price_of_other_list: seededId('price', 203),
    member_of_A: ids.member,
    second_member_of_A: ids.second_member,
    member_of_B: ids.foreign_member,
    own: ids.member,
    so: ids.shipping_option,
    cus: 'cus_OF_BOTH',
    v: ids.variant,
    r: ids.region,
    g: ids.customer_group,
  }
  for (const seller_id of [ids.seller, ids.seller, ids.seller, ids.foreign_seller, ids.foreign_seller]) {
    await records.addOrder(system, { customer_id: 'cus_OF_BOTH', seller_id })
  }
  await Promise.all([issueCards(), taxAustria(), stockVariants(), makeTaxInclusiveSale(), makeAdministrator(), giveStoreCredit()])
})
afterAll(() => system.stop())

/** The gift cards that cases name by their codes. */
async function issueCards() {
  const usd = { currency_code: 'usd' }
  await records.addGiftCard(system, { code: 'TEST1', value: 400, ...usd })
  await records.addGiftCard(system, { code: 'TEST-2', value: 200, ...usd })
  await records.addGiftCard(system, { code: 'SHARED-CARD', value: 400, balance: '0', ...usd })
  await records.addGiftCard(system, { code: 'EURCARD', value: 400 })
}

async function taxAustria() {
  const rate = { rate: 10, code: 'VAT10', name: 'VAT' }
  await post('/admin/tax-regions', { country_code: 'at', provider_id: 'tp_system', default_tax_rate: rate })
}

const SCARCE = 'variant_SCARCE'
const UNPRICED = 'variant_UNPRICED'
const ON_SALE = 'variant_ON_SALE'

/** Variants: one with a stock of ten, one without a price, and one for the sale. */
async function stockVariants() {
  const shirt = seededProducts[0]!
  const like = (id: string) => {
    const text = JSON.stringify(shirt.variants[0])
      .replaceAll(ids.variant, id)
      .replaceAll(ids.inventory_item, `iitem_${id}`)
      .replaceAll('SHIRT-S', id)
      .replaceAll(/10000[01]/g, '10')
    return { ...(JSON.parse(text) as (typeof shirt.variants)[number]), price_set_id: `pset_${id}` }
  }
  const variants = [like(SCARCE), like(UNPRICED), like(ON_SALE)]
  await insertMissing(system.pricing.db, {
    products: [{ ...shirt, id: 'prod_CASES', handle: 'cases', variants, variant_codes: [] }],
    prices: ['eur', 'usd'].map((currency_code) => {
      const named = { id: `price_SCARCE_${currency_code}`, key: `${SCARCE}|${currency_code}`, currency_code }
      return { ...plainPrice(SCARCE), ...named, amount: 20, price_list_id: null }
    }),
  })
}

const SALE_REGION = 'reg_SALE'

/** A region with tax inclusive prices, and a variant that costs 350 there instead of 1500. */
async function makeTaxInclusiveSale() {
  const currency_code = 'cad'
  await insertMissing(system.pricing.db, {
    regions: [
      { ...seededRegion, id: SALE_REGION, name: 'Sale', currency_code, countries: [], created_at: '2026-02-01T00:00:00.000Z' },
    ],
    price_preferences: [
      { id: 'prpref_SALE', attribute: 'currency_code', value: currency_code, is_tax_inclusive: true, ...seededDates },
    ],
  })
  const list = {
    id: 'plist_SALE',
    seller_id: ids.seller,
    title: 'Sale',
    description: null,
    rules: [],
    starts_at: null,
    ends_at: null,
    metadata: null,
  }
  await insertMissing(system.pricing.db, { price_lists: [{ ...list, status: 'active', type: 'sale', ...seededDates }] })
  const price = { ...plainPrice(ON_SALE), currency_code }
  await insertMissing(system.pricing.db, {
    prices: [
      { ...price, id: 'price_SALE1', amount: 1500, price_list_id: null },
      { ...price, id: 'price_SALE2', amount: 350, price_list_id: list.id },
    ],
  })
}

/** The common part of the prices of these variants: no bounds, no rules. */
const plainPrice = (variant_id: string) => ({
  key: variant_id,
  variant_id,
  title: null,
  shipping_option_id: null,
  min_quantity: null,
  max_quantity: null,
  rules: [],
  price_set_id: `pset_${variant_id}`,
  seller_id: ids.seller,
  ...seededDates,
})

async function makeAdministrator() {
  const identity = {
    id: 'authid_CASES',
    provider: 'emailpass',
    actor_type: 'user',
    email: 'admin@medusa.js',
    actor_id: ids.admin,
    seller_id: null,
  } as const
  await insertMissing(system.sellers.db, {
    auth_identities: [{ ...identity, password_hash: await hashPassword('secret'), ...seededTimestamps }],
  })
}

/** The customer has 400 dollars of store credit. */
async function giveStoreCredit() {
  const { body } = await post('/admin/store-credit-accounts', { currency_code: 'usd', customer_id: ids.customer })
  await post(`/admin/store-credit-accounts/${body.store_credit_account.id}/credit`, { amount: 400 })
}

/** A cart of 800 dollars without taxes. */
const cartOf800 = (headers: Record<string, string> = {}) =>
  records.addCart(
    system,
    {
      region_id: ids.us_region,
      shipping_address: undefined,
      items: [{ variant_id: ids.foreign_variant, quantity: 80 }],
    },
    { headers },
  )

async function customersCart(): Promise<Values> {
  return { cart: await cartOf800(asCustomer()) }
}
const asCustomer = () => ({ authorization: `Bearer ${system.tokens.customer}` })

async function cartWith(...codes: string[]) {
  const cart = await cartOf800()
  for (const code of codes)
    expect((await system.http('POST', `/store/carts/${cart}/gift-cards`, { body: { code } })).status).toBe(200)
  return { cart }
}

/** Prepares the cart for completion: nothing requires shipping, and a session pays for the rest. */
async function payable(cart: string) {
  const carts = system.cart.db.collection<{ _id: string }>('carts')
  await carts.updateOne({ _id: cart }, { $set: { 'items.$[].requires_shipping': false }, $inc: { revision: 1 } })
  const { body } = await post('/store/payment-collections', { cart_id: cart })
  const sessions = `/store/payment-collections/${body.payment_collection.id}/payment-sessions`
  await post(sessions, { provider_id: 'pp_system_default' })
  return { cart }
}

/** A cart of 800 dollars, paid with new cards of these values, ready for completion. @returns their codes too */
async function payableWith(...cards: number[]): Promise<Values> {
  const codes = await Promise.all(cards.map((value) => records.addGiftCard(system, { value, currency_code: 'usd' })))
  const { cart } = await cartWith(...codes)
  return { ...(await payable(cart)), codes: codes.join() }
}
const accountOf = async (code: string) =>
  (await system.http('GET', `/store/gift-cards/${code}?fields=*store_credit_account`)).body.gift_card.store_credit_account

/** The `given` of a case beyond its placeholders. */
const GIVEN: Record<string, () => Promise<Values>> = {
  H022: () => suspended(),
  H024: () => listWith([{ amount: 100, min_quantity: 1, max_quantity: 100 }]),
  H026: () =>
    listWith([
      { amount: 100, min_quantity: 1, max_quantity: 100 },
      { amount: 80, min_quantity: 101 },
    ]),
  H028: () => listWith([]),
  H036: () => cartWith('TEST-2'),
  H047: async () => ({ cart: await records.addCompletedCart(system, (await cartWith('TEST1')).cart) }),
  H052: () => cartWith('TEST1'),
  H057: () => payableWith(400),
  H058: () => payableWith(400, 200, 300),
  H064: async () => {
    const { cart } = await customersCart()
    const path = `/store/carts/${cart}/store-credits` as const
    const paid = await system.http('POST', path, { headers: asCustomer(), body: { amount: 200 } })
    expect(paid.body.cart).toMatchObject({ total: 600, credit_line_total: 200 })
    return { cart: cart! }
  },
  H065: () => customersCart(),
  H066: async () => {
    const paid = { id: 'ordtrx_CASES', amount: 1000, currency_code: 'eur', reference: 'capture' } as never
    const { summary: _, ...order } = seededOrders()[0]!
    const owing = orderRecord({ ...order, customer_id: null, transactions: [paid] } as never)
    return { order: await records.addOrder(system, withoutId(owing)) }
  },
  H076: async () => ({ order: await records.addOrder(system) }),
  H077: async () => ({ order: await records.addOrder(system, { status: 'canceled', canceled_at: SEEDED_AT }) }),
  H082: async () => ({ order: await editedOrderOf60() }),
  H083: async () => {
    const order = await editedOrderOf60()
    await post(`/admin/order-edits/${order}/shipping-method`, { shipping_option_id: ids.shipping_option, custom_amount: 5 })
    return { order }
  },
  H086: async () => ({ order: await editedOrderOf60(), v12: ids.third_variant }),
  H088: async () => withTwelves(),
  H089: async () => withTwelves(),
  H090: async () => {
    const values = await withTwelves()
    await post(`/admin/order-edits/${values.order}/confirm`, {})
    return values
  },
  H091: async () => withTwelves({ payment_collections: [{ ...collectionOf60, status: 'authorized', authorized_amount: 60 }] }),
  H138: () => promotedOrderOf10(),
  H139: () => promotedOrderOf10('draft'),
  H142: () => reservedOrder(),
  H143: async () => ({ dk_region: await regionOf('dk') }),
  H144: async () => ({ 'region.name': seededUsRegion.name }),
  H100: () => suspended(),
  H115: async () => {
    // Nobody has bought from the second seller yet.
    const customers = system.orders.db.collection<{ _id: string }>('customers')
    await customers.updateMany({ bought_from: ids.foreign_seller }, { $pull: { bought_from: ids.foreign_seller } } as object)
    return {}
  },
  H124: async () => {
    const { body } = await system.http('POST', '/admin/api-keys', { body: { title: 'Revoked', type: 'secret' } })
    return { id: body.api_key.id }
  },
  H127: async () => ({ us: SALE_REGION, v1500: ON_SALE }),
  H129: async () => payable(await cartOf800()),
  H132: async () => ({ cart: await records.addCart(system, { items: [] }) }),
  H133: async () => ({ v: SCARCE }),
  H134: async () => ({ v: UNPRICED }),
  H135: async () => {
    actors['token from POST /auth/seller/emailpass/register'] = (await records.addIdentity(system, 'seller')).token
    return {}
  },
  H136: async () => {
    const { token } = await records.addMemberInvite(system)
    const [first, second] = [await records.addIdentity(system, 'seller'), await records.addIdentity(system, 'seller')]
    const body = { token, name: 'Ann' }
    expect((await system.http('POST', '/vendor/invites/accept', { ...bearing(first.token), body })).status).toBe(200)
    actors['fresh seller token'] = second.token
    return { t: token }
  },
}

/** In the currency of the carts. @returns its id */
async function regionOf(country: string): Promise<string> {
  const body = { name: country, currency_code: 'usd', countries: [country] }
  return (await system.http('POST', '/admin/regions', { body })).body.region.id
}

const collectionOf60 = { ...seededOrders()[0]!.payment_collections[0]!, amount: 60, payments: [], payment_sessions: [] }

/** 2 x 25 and shipping of 10, all untaxed; sent to a place with 10 % tax. */
async function editedOrderOf60(overrides: object = {}): Promise<string> {
  const { items, shipping_methods, shipping_address, ...rest } = seededOrders()[0]!
  const untaxed = { tax_lines: [], adjustments: [] }
  const order = orderRecord({
    ...rest,
    items: [{ ...items[0]!, ...untaxed, quantity: 2, unit_price: 25 }],
    shipping_methods: [{ ...shipping_methods[0]!, ...untaxed, amount: 10 }],
    shipping_address: { ...shipping_address!, country_code: 'at' },
    ...overrides,
  } as never)
  const order_id = await records.addOrder(system, withoutId(order))
  await post('/admin/order-edits', { order_id })
  return order_id
}

/** One of 10, with a promotion of 10 % and 10 % tax; its edit carries promotions over. */
async function promotedOrderOf10(status: 'active' | 'draft' = 'active'): Promise<Values> {
  const ten_percent = await promotionOfTenPercent()
  const [item] = seededOrders()[0]!.items
  const [tax_line] = item!.tax_lines
  const taken = { amount: 1, is_tax_inclusive: false, code: ten_percent.code, description: null, promotion_id: ten_percent.id }
  const adjustment = { id: 'ordliadj_TEN', item_id: item!.id, order_id: null, provider_id: null, ...taken, ...seededTimestamps }
  const ten = { ...item!, quantity: 1, unit_price: 10, tax_lines: [{ ...tax_line!, rate: 10 }], adjustments: [adjustment] }
  const items = [{ ...ten, detail: { ...item!.detail, quantity: 1 } }]
  await post(`/admin/promotions/${ten_percent.id}`, { status })
  const order = await editedOrderOf60({ items, shipping_methods: [], promotions: [ten_percent] })
  const preview = (await system.http('GET', `/admin/orders/${order}/preview`)).body.order
  await post(`/admin/order-changes/${preview.order_change.id}`, { carry_over_promotions: true })
  return { order, item: preview.items[0].id }
}

/** @returns the promotion as orders show it */
async function promotionOfTenPercent() {
  const application_method = { type: 'percentage', target_type: 'items', allocation: 'across', value: 10 }
  const body = { code: `TEN${++promotions}`, type: 'standard', status: 'active', application_method }
  const { id, code } = (await post('/admin/promotions', body)).body.promotion
  return { id, code, is_automatic: false, application_method: { type: 'percentage', value: '10', currency_code: null } }
}
let promotions = 0

const withoutId = ({ id: _, display_id: __, ...order }: OrderRecord) => order

/** The same with two more of 12, and 10 % tax on those. */
async function withTwelves(overrides: object = {}): Promise<Values> {
  const order = await editedOrderOf60(overrides)
  const preview = await post(`/admin/order-edits/${order}/items`, { items: [{ variant_id: ids.third_variant, quantity: 2 }] })
  return { order, item: preview.body.order_preview.items[0].id }
}

async function post(path: string, body: object) {
  const answer = await system.http('POST', path, { body })
  expect(answer.status, answer.text).toBe(200)
  return answer
}

/** An order of two line items of two, each with two reserved; its edit removes one, and adds one of something else. */
async function reservedOrder(): Promise<Values> {
  const { id: _id, display_id: _n, ...order } = seededOrders()[0]!
  const [item] = order.items
  const line = (n: number, variant_id: string) => {
    const detail = { ...item!.detail, quantity: 2, fulfilled_quantity: 0 }
    return { ...item!, id: `ordli_H142_${n}`, variant_id, quantity: 2, detail }
  }
  const items = [line(1, ids.variant), line(2, ids.second_variant)]
  const order_id = await records.addOrder(system, orderRecord({ ...order, items, fulfillments: [] } as never))
  for (const [n, { id: line_item_id }] of items.entries()) {
    const reserved = { inventory_item_id: demonstrationId('iitem', n + 1), location_id: ids.stock_location, quantity: 2 }
    await post('/admin/reservations', { ...reserved, line_item_id })
  }
  await post('/admin/order-edits', { order_id })
  await post(`/admin/order-edits/${order_id}/items/item/${items[0]!.id}`, { quantity: 0 })
  await post(`/admin/order-edits/${order_id}/items`, { items: [{ variant_id: ids.third_variant, quantity: 1 }] })
  return { order: order_id, removed: items[0]!.id }
}
const orderOf = async ({ order }: Values) => (await system.http('GET', `/admin/orders/${order}`)).body.order

/** Expectations of a case about the requests that follow it. */
const THEN: Record<string, (values: Values) => Promise<void>> = {
  async H057({ codes }) {
    expect(await accountOf(codes!)).toMatchObject({ balance: 0, credits: 400, debits: 400 })
  },
  async H058({ codes }) {
    const accounts = await Promise.all(codes!.split(',').map(accountOf))
    expect(accounts.map(({ balance }) => balance)).toEqual([0, 0, 100])
  },
  async H083(values) {
    expect((await orderOf(values)).shipping_methods.map(({ amount }: { amount: number }) => amount)).toEqual([10, 5])
    const { order_changes } = (await system.http('GET', `/admin/orders/${values.order}/changes?change_type=edit`)).body
    expect(order_changes[0]).toMatchObject({ status: 'confirmed' })
  },
  async H089(values) {
    await post(`/admin/order-edits/${values.order}/confirm`, {})
    expect(await orderOf(values)).toMatchObject({ total: 36.4, items: [{}] })
  },
  async H138(values) {
    expect(await orderOf(values)).toMatchObject({ total: 9.9, original_total: 11 })
    await post(`/admin/order-edits/${values.order}/confirm`, {})
    expect(await orderOf(values)).toMatchObject({ total: 19.8, original_total: 22 })
  },
  async H142(values) {
    const lines = (await orderOf(values)).items.map(({ id }: { id: string }) => id)
    const of = [values.removed, ...lines].map((id, n) => `line_item_id[${n}]=${id}`).join('&')
    const { reservations, count } = (await system.http('GET', `/admin/reservations?${of}`)).body
    const quantities = reservations.map(({ quantity }: { quantity: number }) => quantity)
    expect({ count, quantities }).toEqual({ count: 2, quantities: [2, 1] })
  },
  async H091(values) {
    const { total, payment_collections } = await orderOf(values)
    expect(payment_collections).toMatchObject([{ status: 'canceled' }, { status: 'not_paid', amount: total }])
  },
}

/** The `fields` that the recorded test behind a case requested. */
const SHOWN: Record<string, string> = { H027: '?fields=prices.*' }

/** Bodies that cases leave to their `given`. */
const UNSAID: Record<string, object> = { H139: { items: [{ variant_id: ids.third_variant, quantity: 1 }] } }

let pricesBefore = 0
async function listWith(bounds: object[]): Promise<Values> {
  const prices = bounds.map((price) => ({ ...price, currency_code: 'usd', variant_id: ids.variant }))
  const dates = { starts_at: '2022-07-01', ends_at: '2022-07-31' }
  const { body, text } = await system.http('POST', '/admin/price-lists', {
    body: { title: 'Sale', description: 'July', ...dates, prices },
  })
  if (!body.price_list) throw new Error(`no price list: ${text}`)
  pricesBefore = prices.length
  return { id: body.price_list.id }
}

async function suspended(): Promise<Values> {
  const { token, member_id } = await records.addSeller(system, { store_status: 'SUSPENDED' })
  actors.seller_suspended = token
  return { own: member_id }
}

/** The values of placeholders that `given` leaves open, created anew for each case. */
const MAKERS: Record<string, () => Promise<Values>> = {
  own_list: async () => ({ own_list: await records.addPriceList(system) }),
  cart: async () => ({ cart: await cartOf800() }),
  order: async () => {
    const { order_id, change_id } = await records.addOrderWithEdit(system)
    return { order: order_id, change: change_id }
  },
}

async function valuesFor(one: HttpCase): Promise<Values> {
  const given = (await GIVEN[one.id]?.()) ?? {}
  const names = new Set([...JSON.stringify([one.request, one.expect]).matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))
  const values = { ...shared, ...given }
  for (const name of names) if (!(name in given)) Object.assign(values, await MAKERS[name]?.())
  return values
}

describe('the recorded HTTP cases', () => {
  it.each(CASES.map((one) => [one.id, one.given, one] as const))('%s: %s', async (_id, _given, one) => {
    const values = await valuesFor(one)

    const sent = { ...one, request: { body: UNSAID[one.id], ...one.request } }
    const answer = await send(system, sent, values, actors, SHOWN[one.id])

    expectAnswer(answer, one.expect, values)
    expect(one.expect.then === undefined || Object.hasOwn(THEN, one.id), 'what follows is checked').toBe(true)
    await THEN[one.id]?.(values)
    await expectPricesAfter(system, one, values, pricesBefore)
  })

  it.each<[string, object]>([
    ['another status', { status: 201 }],
    ['another body field', { body: { type: 'x' } }],
    ['another value', { body_has: { 'a.b[*].c': 3 } }],
    ['other values in a list', { body_has: { 'a.b[*].c': [1] } }],
    ['a missing value', { body_has: { 'a.d': 1 } }],
    ['keys other than the expected ones', { body_exact_keys: { 'a.b[0]': ['c', 'd'] } }],
    ['another number of records', { count: { 'a.b': 1 } }],
    ['another message', { message: 'Fine' }],
    ['another beginning of the message', { message_starts: 'Fine' }],
    ['a missing string', { body_has_string: 'token' }],
    ['a missing record', { has_object: 'a' }],
    ['a code that does not match the pattern', { code_pattern: '^GIFT-' }],
    ['a value that must be absent', { falsy: ['message'] }],
    ['an expectation of an unknown kind', { sounds_nice: true }],
  ])('are not satisfied by an answer with %s', (_name, expectation) => {
    const body = { a: { b: [{ c: 1 }, { c: 2 }] }, message: 'OK', gift_card: { code: 'MINE' } }
    const answer = { status: 200, headers: new Headers(), text: JSON.stringify(body), body }
    const met = { body_has: { 'a.b[*].c': [1, 2], 'a.b[1].c': 2 }, count: { 'a.b': 2 }, message_starts: 'O' }

    expectAnswer(answer, { status: 200, ...met }, {})
    expect(() => expectAnswer(answer, { status: 200, ...expectation }, {})).toThrow()
  })

  it('have unique ids, and no checks for unknown ids', () => {
    const known = new Set(CASES.map(({ id }) => id))
    expect(known.size).toBe(CASES.length)
    expect(Object.keys(THEN).filter((id) => !known.has(id))).toEqual([])
    expect(Object.keys(GIVEN).filter((id) => !known.has(id))).toEqual([])
    expect(CASES.length).toBeGreaterThan(50)
  })
})
