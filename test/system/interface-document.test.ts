import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { richCart } from '../../tools/seed/carts.ts'
import { ids } from '../../tools/seed/ids.ts'
import { LISTED_VALUES, TABLES } from './interface-document.ts'
import { type System, startSystem } from './system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

/** The records found on the walks: how often each, and which of its fields had a value. */
const met = new Map<string, number>()
const filled = new Map<string, Set<string>>()

const IS_A: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && !Array.isArray(value),
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
}

/** Everything that is wrong with the value as a record of the table, including all nested values. */
function problemsOf(value: unknown, name: string, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no ${name}`]
  const record = value as Record<string, unknown>
  const { lists = {}, records = {}, ...plain } = TABLES[name] ?? expect.fail(`no table of ${name}`)
  met.set(name, (met.get(name) ?? 0) + 1)
  const seen = filled.get(name) ?? new Set()
  filled.set(name, seen)
  const problems: string[] = []
  const check = (field: string, test: (one: unknown) => string[]) => {
    if (!Object.hasOwn(record, field)) return problems.push(`${path}.${field} is missing (${name})`)
    if (record[field] === null) return
    if (!Array.isArray(record[field]) || record[field].length > 0) seen.add(field)
    problems.push(...test(record[field]))
  }

  for (const [type, names] of Object.entries(plain)) {
    for (const field of names.split(' ')) {
      check(field, (one) => (IS_A[type]!(one) ? [] : [`${path}.${field} is no ${type}: ${JSON.stringify(one)}`]))
      const listed = LISTED_VALUES[name]?.[field]
      if (listed) check(field, (one) => (listed.includes(one as string) ? [] : [`${path}.${field} is ${one}`]))
    }
  }
  for (const [field, of] of Object.entries(records)) check(field, (one) => problemsOf(one, of, `${path}.${field}`))
  for (const [field, of] of Object.entries(lists)) {
    check(field, (one) =>
      Array.isArray(one)
        ? one.flatMap((each, at) => problemsOf(each, of, `${path}.${field}[${at}]`))
        : [`${path}.${field} is no list`],
    )
  }
  return problems
}

/** Catalog fields that line items show only on request. */
const ofCatalogue = [
  'variant.inventory_quantity',
  'variant.product',
  'product.variants',
  'product.collection.products',
  'product.categories.products',
  'product.categories.parent_category',
  'product.categories.category_children',
].map((path) => `%2Bitems.${path}`)

const get = async (path: string) => (await system.http('GET', path)).body

describe('every field of every record is shown with its type', () => {
  it('in a price list', async () => {
    const body = {
      variant_id: ids.variant,
      currency_code: 'eur',
      amount: 8,
      min_quantity: 2,
      max_quantity: 5,
      rules: { region_id: ids.region },
    }
    const list = {
      title: 'A list',
      description: 'd',
      starts_at: '2026-01-01',
      ends_at: '2027-01-01',
      rules: { region_id: [ids.region] },
    }
    const created = await system.http('POST', '/vendor/price-lists', { body: list })

    const answer = await system.http('POST', `/vendor/price-lists/${created.body.price_list.id}/prices`, { body })

    expect(answer.status).toBe(201)
    expect(problemsOf(answer.body.price_list, 'Price list', 'price_list')).toEqual([])
    expect(problemsOf((await get(`/vendor/price-lists/${ids.price_list}`)).price_list, 'Price list', 'price_list')).toEqual([])
  })

  it('in a cart, and in the cart returned when a gift card is removed', async () => {
    const id = richCart(system.secrets).id
    const before = await get(`/store/carts/${id}`)
    const beyond = await get(`/store/carts/${id}?fields=${ofCatalogue.join()}`)
    expect(problemsOf(beyond.cart, 'Cart', 'cart')).toEqual([])
    expect(problemsOf(before.cart, 'Cart', 'cart')).toEqual([])
    expect(before.cart.gift_cards).not.toEqual([])

    const answer = await system.http('DELETE', `/store/carts/${id}/gift-cards`, {
      body: { code: system.secrets.second_gift_card_code },
    })

    expect(answer.status, answer.text).toBe(200)
    expect(problemsOf(answer.body.cart, 'Cart', 'cart')).toEqual([])
    for (const list of ['promotions', 'items', 'shipping_methods']) expect(answer.body.cart[list]).not.toEqual([])
  })

  it('in an order preview, including what is only shown on request', async () => {
    const names = ['order', 'return_order', 'exchange', 'exchange.return', 'claim', 'claim.return']
    const asked = names.map((name) => `%2Border_change.${name}`)
    const related = [...ofCatalogue, '%2Bcustomer.groups.customers']
    const path = `/admin/order-edits/${ids.rich_order}/shipping-method`
    const body = { shipping_option_id: ids.shipping_option, description: 'd', internal_note: 'n', metadata: { k: 'v' } }

    const whole = await system.http('POST', `${path}?fields=${[...asked, ...related].join()}`, { body })
    const plain = await system.http('POST', path, { body })

    expect([whole.status, plain.status]).toEqual([200, 200])
    expect(problemsOf(whole.body.order_preview, 'Order preview', 'order_preview')).toEqual([])
    expect(problemsOf(plain.body.order_preview, 'Order preview', 'order_preview')).toEqual([])
    const { order, return_order, exchange, claim } = plain.body.order_preview.order_change
    expect([order, return_order, exchange, claim]).toEqual([null, null, null, null])
    expect(whole.body.order_preview.order_change).toMatchObject({
      order: {},
      return_order: {},
      exchange: { return: {} },
      claim: { return: {} },
    })
  })

  it('in the preview of an unchanged order, which has no change to show', async () => {
    const { order } = await get(`/admin/orders/${ids.order}/preview`)
    expect(order).not.toHaveProperty('order_change')
    expect(problemsOf({ ...order, order_change: null }, 'Order preview', 'order')).toEqual([])
  })

  it('in a member and its seller', async () => {
    expect(problemsOf((await get(`/vendor/members/${ids.member}`)).member, 'Member', 'member')).toEqual([])
    expect(problemsOf((await get(`/vendor/members/${ids.member}?fields=%2Bseller.members`)).member, 'Member', 'member')).toEqual(
      [],
    )
  })

  it('in a list of orders', async () => {
    const { orders, count, offset, limit } = await get(`/vendor/customers/${ids.customer}/orders`)

    expect([count, offset, limit].every(Number.isInteger)).toBe(true)
    expect(orders.length).toBeGreaterThan(3)
    expect(orders.flatMap((order: unknown, at: number) => problemsOf(order, 'Order list entry', `orders[${at}]`))).toEqual([])
  })

  it('except inventory_quantity, which is only shown on request', async () => {
    const cart = await get(`/store/carts/${richCart(system.secrets).id}`)
    const order = await get(`/admin/orders/${ids.rich_order}`)

    for (const { items } of [cart.cart, order.order]) {
      for (const { variant } of items) expect(variant).not.toHaveProperty('inventory_quantity')
    }
  })

  it('and inventory_quantity on request', async () => {
    const { cart } = await get(`/store/carts/${richCart(system.secrets).id}?fields=%2Bitems.variant.inventory_quantity`)

    for (const { variant } of cart.items) expect(variant).toMatchObject({ inventory_quantity: expect.any(Number) })
    expect(cart.items).not.toEqual([])
  })
})

/**
 * Fields that are null in every seeded record. All others had a value (`deleted_at` has none in records that are shown), so their
 * type was actually checked.
 */
const NEVER_FILLED = new Set(
  [
    // An active change was neither confirmed nor declined nor canceled; a shown return, exchange, claim, fulfillment or
    // payment was not canceled either.
    'Order change: confirmed_by confirmed_at declined_by declined_reason declined_at canceled_by canceled_at',
    'Return: canceled_at',
    'Exchange: canceled_at',
    'Claim: canceled_at',
    'Fulfillment: canceled_at',
    'Payment: canceled_at',
    // The address of a cart is not a customer's, no adjustment comes from a provider, and no line item from an order's cart.
    'Address: customer_id',
    'Item adjustment: provider_id',
    'Order item adjustment: provider_id',
    'Shipping adjustment: provider_id',
    'Order shipping adjustment: provider_id',
    'Order item: cart_id',
    // The seeded records leave these open.
    'Price: title',
    'Region: metadata',
    'Address: address_2 metadata',
    'Line item: variant_barcode compare_at_unit_price metadata',
    'Product: external_id hs_code mid_code length width height metadata',
    'Product option: metadata',
    'Option value: metadata',
    'Variant: barcode ean upc hs_code mid_code material length width height metadata',
    'Image: metadata',
    'Product type: metadata',
    'Collection: metadata',
    'Tag: metadata',
    'Cart shipping method: metadata',
    'Shipping adjustment: code',
    'Payment collection: metadata',
    'Refund reason: metadata',
    'Order address: address_2 metadata',
    'Order change: carry_over_promotions metadata',
    'Order item: variant_barcode compare_at_unit_price metadata',
    'Order item detail: metadata',
    'Return: no_notification',
    'Return item: metadata',
    'Exchange: no_notification metadata',
    'Exchange item: metadata',
    'Claim: no_notification metadata',
    'Claim item: metadata',
    'Transaction: metadata',
    'Fulfillment: metadata',
    'Credit line: metadata',
    'Customer: created_by',
    'Customer address: address_2 metadata',
    'Sales channel: metadata',
    'Category: metadata',
    'Inventory: description thumbnail origin_country hs_code mid_code material length width height metadata',
    'Location level: metadata',
    'Shipping profile: metadata',
    'Seller: state',
    'Order product: external_id hs_code mid_code length width height metadata',
    'Order variant: barcode ean upc hs_code mid_code material length width height metadata',
  ].flatMap((text) => {
    const [name, fields = ''] = text.split(': ')
    return fields.split(' ').map((field) => `${name}.${field}`)
  }),
)

describe('the seed', () => {
  it('contains every record at least once', () => {
    expect(Object.keys(TABLES).filter((name) => !met.has(name))).toEqual([])
  })

  it('fills every field in some record', () => {
    const fieldsOf = (name: string) => {
      const { lists = {}, records = {}, ...plain } = TABLES[name]!
      return [...Object.values(plain).flatMap((names) => names.split(' ')), ...Object.keys(lists), ...Object.keys(records)]
    }
    const never = Object.keys(TABLES).flatMap((name) =>
      fieldsOf(name)
        .filter((field) => field !== 'deleted_at' && !filled.get(name)?.has(field))
        .map((field) => `${name}.${field}`),
    )

    expect(never.filter((field) => !NEVER_FILLED.has(field))).toEqual([])
  })
})
