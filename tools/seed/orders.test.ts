import {
  type Actor,
  addOrderEditShippingMethod,
  beginOrderEdit,
  FIRST_REFUND_REASON_IDS,
  findCustomer,
  getOrder,
  listCustomerOrders,
  listRefundReasons,
  type Operation,
  previewOrder,
} from '@souk/contracts'
import { type CallOptions, patient, startTestService, testServers } from '@souk/runtime/testing'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stepsOf } from '../../libs/contracts/src/fields/field-schema.ts'
import type { OrderChange } from '../../services/orders/src/domain/order-changes/order-change.ts'
import { orderAtVersion } from '../../services/orders/src/domain/orders/order-version.ts'
import { ordersService } from '../../services/orders/src/service.ts'
import { pricingService } from '../../services/pricing/src/service.ts'
import type { SeedSecrets } from '../start/secrets.ts'
import { ids } from './ids.ts'
import { insertMissing } from './insert-missing.ts'
import { renewFullEdit, seededOrders, seedOrders } from './orders.ts'
import { seedPricing } from './pricing.ts'
import { recordsWithoutWords } from './records-without-words.ts'

const ADMIN: Actor = { type: 'user', id: ids.admin, identity_id: null }
const now = '2026-03-01T00:00:00.000Z'

async function start() {
  const servers = testServers()
  const [pricing, orders] = await Promise.all([
    startTestService(pricingService, { servers, tries: 6 }),
    startTestService(ordersService, { servers, tries: 6 }),
  ])
  await Promise.all([seedPricing(pricing.db), seedOrders(orders.db)])
  return { pricing, orders }
}
let services: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  services = await start()
})
afterAll(() => Promise.all([services.orders.stop(), services.pricing.stop()]))

const admin = <O extends Operation>(operation: O, options: CallOptions<O>) =>
  services.orders.send(operation, { actor: ADMIN, ...options })
const add = (id: string, body: object = {}) =>
  admin(addOrderEditShippingMethod, { params: { id }, body: { shipping_option_id: ids.shipping_option, ...body }, ...patient() })
const list = (customer: string, seller_id: string) =>
  services.orders.send(listCustomerOrders, {
    params: { id: customer },
    actor: { type: 'member', id: ids.member, seller_id, identity_id: 'x' },
  })

it('every seeded record of a searched collection has its words', async () => {
  expect(await recordsWithoutWords(services.orders.db)).toEqual([])
  expect(await recordsWithoutWords(services.pricing.db)).toEqual([])
})

describe('the seeded orders', () => {
  it('are added only once', async () => {
    const collection = services.orders.db.collection('orders')
    const before = await collection.find().sort({ _id: 1 }).toArray()

    await seedOrders(services.orders.db)

    expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual(before)
    expect(before).toHaveLength(29)
  })

  it('leave out those whose number another order has by now, and add all others', async () => {
    const collection = services.orders.db.collection<{ _id: string; display_id: number }>('orders')
    const [first, last] = [ids.order, ids.unpacked_order]
    const { _id, ...order } = (await collection.findOne({ _id: first }))!
    await collection.deleteMany({ _id: { $in: [first, last] } })
    await collection.insertOne({ _id: 'order_later', ...order })
    const left: string[] = []
    await seedOrders(services.orders.db, { secrets: {} as SeedSecrets, leftOut: (text) => left.push(text) })
    expect(left).toEqual([`orders ${first}: dup key: { display_id: ${order.display_id} }`])
    expect(await collection.countDocuments({ _id: { $in: [first, last] } })).toBe(1)
    await collection.deleteOne({ _id: 'order_later' })
    await seedOrders(services.orders.db)
    expect(await collection.countDocuments()).toBe(29)
  })

  it('are not left out because the database refuses its user', async () => {
    const refused = new MongoClient(testServers().MONGODB_URL.replace('://', '://nobody:wrong@'))
    const left: string[] = []
    const inserting = insertMissing(refused.db('souk_orders'), { orders: seededOrders() }, (text) => left.push(text))
    await expect(inserting).rejects.toThrow('Authentication failed')
    expect(left).toEqual([])
    await refused.close()
  })

  it('come with the refund reasons of every installation, and no others', async () => {
    const { body } = await admin(listRefundReasons, {})

    expect(body.refund_reasons.map(({ id }: { id: string }) => id)).toEqual(Object.values(FIRST_REFUND_REASON_IDS))
  })

  it.each(['returns', 'claims', 'exchanges'] as const)('have numbers of %s that are not assigned again', async (list) => {
    const numbers = seededOrders().flatMap((order) => order[list].map(({ display_id }) => display_id))
    const counter = await services.orders.db.collection<{ _id: string; value: number }>('counters').findOne({ _id: list })

    expect(counter?.value).toBe(Math.max(...numbers))
  })

  it.each(seededOrders().map(({ id }) => id))('%s is complete, and so is its preview', async (id) => {
    const got = await admin(getOrder, { params: { id } })
    const previewed = await admin(previewOrder, { params: { id } })

    expect([got.status, previewed.status]).toEqual([200, 200])
    expect(getOrder.response.strict().safeParse(got.body).error).toBeUndefined()
    expect(previewOrder.response.strict().safeParse(previewed.body).error).toBeUndefined()
    expect(undeclared(got.body.order, getOrder)).toEqual([])
    expect(undeclared(previewed.body.order, previewOrder)).toEqual([])
  })

  it('have totals that match their line items', () => {
    const [simple, delivered, authorized, , canceled, foreign] = seededOrders()

    expect(simple).toMatchObject({
      total: 89.25,
      summary: { pending_difference: 89.25, paid_total: 0 },
      payment_collections: [{ amount: 89.25, status: 'not_paid' }],
    })
    expect(delivered).toMatchObject({
      total: 56.37,
      summary: { pending_difference: 0, paid_total: 56.37 },
      payment_collections: [{ captured_amount: 56.37 }],
    })
    expect(authorized).toMatchObject({
      total: 33.675,
      discount_subtotal: 2.5,
      gift_card_total: 5,
      payment_collections: [{ amount: 33.68, status: 'authorized' }],
    })
    expect(canceled).toMatchObject({ total: 35.7, payment_collections: [{ status: 'canceled' }] })
    expect(foreign).toMatchObject({ total: 33.6, seller_id: ids.foreign_seller })
  })

  it('can be shown in each of their versions', () => {
    for (const order of seededOrders())
      for (let version = 1; version <= order.version; version++)
        expect(orderAtVersion(order, order.changes as OrderChange[], version), order.id).toMatchObject({ id: order.id, version })
  })

  it('are listed for their own seller, newest first', async () => {
    const own = [ids.canceled_order, ids.rich_order, ids.third_order, ids.second_order, ids.order]

    expect((await list(ids.customer, ids.seller)).body.orders.map(({ id }: { id: string }) => id)).toEqual(own)
    expect((await list(ids.customer, ids.foreign_seller)).body.count).toBe(0)
    expect((await list(ids.foreign_customer, ids.foreign_seller)).body.orders).toMatchObject([{ id: ids.foreign_order }])
  })

  it('have customers', async () => {
    const found = await admin(findCustomer, { body: { id: ids.customer } })

    expect(found.body.customer).toMatchObject({
      addresses: [{}, {}, {}],
      groups: [{ id: ids.customer_group }],
      has_account: true,
    })
  })

  it('contain every kind of record that a preview can show', async () => {
    const relations = ['return_order', 'exchange', 'exchange.return', 'claim', 'claim.return', 'order'].map(
      (name) => `%2Border_change.${name}`,
    )
    const { body } = await admin(previewOrder, {
      params: { id: ids.rich_order },
      query: `fields=${relations},%2Bcustomer.groups.customers`,
    })

    expect(emptyLists(body.order).filter((path) => !MAY_BE_EMPTY.test(path))).toEqual([])
    expect(body.order).toMatchObject({
      return_requested_total: expect.any(Number),
      order_change: {
        claim: { return: { items: [{}] } },
        exchange: { return: {}, additional_items: [{}] },
        return_order: {},
        order: { version: 2 },
      },
      items: [{ actions: [{ action: 'CANCEL_RETURN_ITEM' }] }, {}, { actions: [{ action: 'ITEM_ADD' }] }],
      shipping_methods: [{}, { description: 'By noon', actions: [{ action: 'SHIPPING_ADD' }] }],
      payment_collections: [{ payments: [{ captures: [{}, {}], refunds: [{ refund_reason: {} }] }] }],
    })
  })
})

describe('the example edit', () => {
  it('accepts a shipping method with its price and tax', async () => {
    await admin(beginOrderEdit, { body: { order_id: ids.order } })

    const { status, body } = await add(ids.order)

    expect(status).toBe(200)
    expect(body.order_preview.shipping_methods[1]).toMatchObject({
      name: 'Standard',
      amount: 10,
      total: 11.9,
      tax_lines: [{ code: 'VAT19' }],
    })
    expect(body.order_preview.total).toBe(101.15)
    expect((await add(ids.order, { shipping_option_id: ids.shipping_option_without_price })).body.message).toBe(
      `Shipping options with IDs ${ids.shipping_option_without_price} do not have a price`,
    )
    expect((await add(ids.order, { shipping_option_id: ids.shipping_option_without_price, custom_amount: 1 })).status).toBe(200)
    expect((await add(ids.order, { shipping_option_id: 'so_none' })).body.message).toBe('ShippingOption id not found: so_none')
    expect((await add(ids.canceled_order)).body.message).toBe(`Order with id ${ids.canceled_order} has been canceled.`)
  })

  it('is renewed when it is full, without ever rejecting shipping methods', async () => {
    const { db } = services.orders
    await admin(beginOrderEdit, { body: { order_id: ids.second_order } })
    for (let n = 0; n < 9; n++) await add(ids.second_order)

    expect(await renewFullEdit(db, ids.second_order, { now, max_actions: 10 })).toBe(false)
    const statuses = await Promise.all([
      ...Array.from({ length: 40 }, async () => (await add(ids.second_order)).status),
      (async () => {
        while (!(await renewFullEdit(db, ids.second_order, { now, max_actions: 10 })))
          await new Promise((resolve) => setTimeout(resolve, 5))
        return 200
      })(),
    ])

    expect(new Set(statuses)).toEqual(new Set([200]))
    const { body } = await add(ids.second_order)
    expect(body.order_preview.order_change.actions.length).toBeLessThan(50)
    expect((await admin(previewOrder, { params: { id: ids.second_order } })).body.order.order_change.change_type).toBe('edit')
  })
})

/** Lists that stay empty in the seed: those of line items and their products follow the catalog. */
const MAY_BE_EMPTY =
  /^(items\.\d+\.(product\.variants|(product|variant)\.|adjustments|actions)|.*\.adjustments|.*\.actions|order_change\.order\.|shipping_methods\.\d+\.tax_lines)/

const undeclared = (record: unknown, { selects }: Operation): string[] =>
  pathsOf(record).filter((path) => stepsOf(selects!.schema, path) === undefined)

/** Dotted paths of all fields, without positions; free-form objects are not entered. */
function pathsOf(value: unknown, prefix = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((entry) => pathsOf(entry, prefix)))]
  if (typeof value !== 'object' || value === null || FREE_FORM.test(prefix)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    return [path, ...pathsOf(inner, path)]
  })
}
const FREE_FORM =
  /(^|\.)(metadata|data|context|details|variant_option_values|raw_quantity|raw_amount|translations\.translations)$/

function emptyLists(value: unknown, prefix = ''): string[] {
  if (Array.isArray(value) && value.length === 0) return [prefix]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => emptyLists(inner, prefix === '' ? name : `${prefix}.${name}`))
}
