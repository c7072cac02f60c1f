import {
  beginOrderEdit,
  beginReturn,
  beginReturnReceipt,
  cancelOrderFulfillment,
  cancelVendorOrderFulfillment,
  confirmOrderEdit,
  confirmReturnReceipt,
  confirmReturnRequest,
  createInventoryItem,
  createOrderFulfillment,
  createOrderShipment,
  createProduct,
  createReservation,
  createShippingProfile,
  createVendorOrderFulfillment,
  createVendorReservation,
  getInventoryItem,
  getOrder,
  listReservations,
  markOrderFulfillmentAsDelivered,
  type Operation,
  pickStock,
  receiveReturnItems,
  requestReturnItems,
  updateOrderEditItem,
} from '@souk/contracts'
import { mintOpId, ownEnvelope } from '@souk/runtime'
import type { CallOptions } from '@souk/runtime/testing'
import { invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededShippingOptions, seededStore } from '../../../../../tools/seed/shipping.ts'
import { aMethod, anItem } from '../../../test/builders.ts'
import { anOrderInSet } from '../../../test/in-set.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { ADMIN, memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
  // The first fulfillment of a process takes so long that it is retried, which leaves its pick to the sweep a minute later.
  const { id, line } = await reserved(1)
  expect((await fulfill(id, line, 1)).status).toBe(200)
})
afterAll(() => service.stop())

const WAREHOUSE = ids.stock_location
const STORE = seededStore.id
let made = 0
const admin = async <O extends Operation>(operation: O, options: CallOptions<O>) => {
  const { status, body } = await service.pricing.send(operation, { actor: ADMIN, ...options })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
async function anInventoryItem(stocked: number, elsewhere?: number): Promise<string> {
  const location_levels = [
    { location_id: WAREHOUSE, stocked_quantity: stocked },
    ...(elsewhere === undefined ? [] : [{ location_id: STORE, stocked_quantity: elsewhere }]),
  ]
  return (await admin(createInventoryItem, { body: { title: `Item ${++made}`, location_levels } })).inventory_item.id
}
type Taking = { inventory_item_id: string; required_quantity?: number }[]
async function aVariant(inventory_items: Taking, more: object = {}, shipping_profile_id: string = ids.shipping_profile) {
  const variant = { title: 'M', options: { Size: 'M' }, prices: [], manage_inventory: true, inventory_items, ...more }
  const options = [{ title: 'Size', values: ['M'] }]
  const body = { title: `Made ${++made}`, shipping_profile_id, options, variants: [variant] }
  return (await admin(createProduct, { body: body as never })).product.variants[0].id as string
}
const reserve = (inventory_item_id: string, line_item_id: string, quantity: number, location_id = WAREHOUSE) =>
  admin(createReservation, { body: { inventory_item_id, line_item_id, quantity, location_id } })
/** An order of `sel_a` with one line. */
async function anOrder(variant_id: string | null, quantity: number, overrides: Parameters<typeof anOrderRecord>[0] = {}) {
  const line = `ordli_f${++made}`
  const shipping_methods = [aMethod({ shipping_option_id: ids.shipping_option })]
  const items = [anItem({ id: line, quantity, variant_id, variant_title: 'M' })]
  const order = anOrderRecord({ items, shipping_methods, seller_id: ids.seller, ...overrides })
  await insertMissing(service.db, { orders: [order] })
  return { id: order.id, line }
}
/** A shipping option of the marketplace, unless the changes say otherwise. */
async function anOption(changes: object = {}): Promise<string> {
  const option = { ...seededShippingOptions[0]!, id: `so_made_${++made}`, seller_id: null, ...changes }
  await insertMissing(service.pricing.db, { shipping_options: [option] })
  return option.id
}
/** An order of a shirt with all its units reserved. */
async function reserved(quantity: number, stocked = quantity + 5) {
  const item = await anInventoryItem(stocked)
  const order = await anOrder(await aVariant([{ inventory_item_id: item }]), quantity)
  await reserve(item, order.line, quantity)
  return { ...order, item }
}
const fulfill = (
  id: string,
  line: string,
  quantity: number,
  { body = {}, ...options }: { body?: object; [name: string]: unknown } = {},
) =>
  service.admin(createOrderFulfillment, {
    params: { id },
    body: { items: [{ id: line, quantity }], location_id: WAREHOUSE, ...body } as never,
    ...options,
  })
const amounts = async (id: string): Promise<number[][]> =>
  (await admin(getInventoryItem, { params: { id } })).inventory_item.location_levels.map(
    (one: { stocked_quantity: number; reserved_quantity: number }) => [one.stocked_quantity, one.reserved_quantity],
  )
const said = async (line: string): Promise<number[]> =>
  (await admin(listReservations, { query: `line_item_id=${line}` })).reservations.map(
    ({ quantity }: { quantity: number }) => quantity,
  )
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const picks = (order_id: string) => service.pricing.db.collection('stock_picks').countDocuments({ order_id })
/** Stocked and reserved units, reservations of the line, and pending picks, which are settled later if the answer was slow. */
const stockOf = async (item: string, line: string, order_id: string) => [
  await amounts(item),
  await said(line),
  await picks(order_id),
]
const UNDER_WAY = [409, 'conflict', 'Another fulfillment of these items is under way; please try again']
const variantOf = async (id: string) => (await order(id)).items[0]!.variant_id
const exceeded = (line: string) => invalid(`Quantity to fulfill exceeds the reserved quantity for the item: ${line}`)

describe('create-order-fulfillment', () => {
  it('packs lines, takes their stock and reservations, and publishes an event', async () => {
    const { id, line, item } = await reserved(3, 10)

    const delivery_address = { city: 'Bern', country_code: 'CH', metadata: { floor: 2 } }
    const { status, body } = await fulfill(id, line, 2, {
      body: { metadata: { shelf: 7 }, no_notification: true, delivery_address },
    })

    expect(status, JSON.stringify(body)).toBe(200)
    expect(createOrderFulfillment.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({
      ...{ id, version: 1, fulfillment_status: 'partially_fulfilled' },
      items: [{ detail: { fulfilled_quantity: 2, shipped_quantity: 0 } }],
      fulfillments: [
        {
          ...{ packed_at: expect.any(String), shipped_at: null, canceled_at: null, location_id: WAREHOUSE },
          ...{ provider_id: 'manual_manual', shipping_option_id: ids.shipping_option, requires_shipping: true },
          ...{ metadata: { shelf: 7 }, labels: [] },
          delivery_address: { id: expect.stringMatching(/^fuladdr_/), city: 'Bern', country_code: 'ch', first_name: 'Ann' },
          items: [{ quantity: 2, line_item_id: line, inventory_item_id: item, title: expect.stringContaining('Item') }],
        },
      ],
    })
    expect(await order(id)).toEqual(body.order)
    const fulfillment_id = body.order.fulfillments[0].id
    const told = { order_id: id, fulfillment_id, no_notification: 'true' }
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'order.fulfillment-created', ids: told }])
    await expect.poll(() => stockOf(item, line, id)).toEqual([[[8, 1]], [1], 0])

    const actor = { type: 'secret-key', id: 'apk_1', identity_id: null, created_by: 'user_2' }
    expect((await fulfill(id, line, 1, { actor })).body.order).toMatchObject({
      fulfillment_status: 'fulfilled',
      fulfillments: [{ created_by: 'user_1' }, { created_by: 'user_2', marked_shipped_by: null }],
    })
    await expect.poll(() => stockOf(item, line, id)).toEqual([[[7, 0]], [], 0])
  })

  it('an order shows its current stock, not the stock when it was sold', async () => {
    const item = await anInventoryItem(9)
    const inventory_items = [{ inventory_item_id: item, inventory: { id: item, location_levels: [{ stocked_quantity: 1 }] } }]
    const variant_id = await aVariant([{ inventory_item_id: item }])
    const variant = { id: variant_id, inventory_items }
    const items = [anItem({ id: `ordli_s${made}`, variant_id, product: { id: 'prod_sold' }, variant } as never)]
    const record = anOrderRecord({ items, seller_id: ids.seller })
    await insertMissing(service.db, { orders: [record] })
    await reserve(item, items[0]!.id, 2)

    const query = 'fields=id,*items.variant.inventory_items.inventory.location_levels'
    const shown = (await service.call(getOrder, { params: { id: record.id }, query })).order.items[0]
    const level = { location_id: WAREHOUSE, stocked_quantity: 9, reserved_quantity: 2, available_quantity: 7 }
    expect(shown!.variant!.inventory_items).toMatchObject([{ inventory: { location_levels: [level] } }])
  })

  it('takes each item of a kit as often as the variant requires, but counts units of the line', async () => {
    const [desk, leg] = [await anInventoryItem(10), await anInventoryItem(40)]
    const kit = await aVariant([{ inventory_item_id: desk }, { inventory_item_id: leg, required_quantity: 4 }])
    const { id, line } = await anOrder(kit, 2)
    await reserve(desk, line, 2)
    await reserve(leg, line, 8)

    const { body } = await fulfill(id, line, 1)

    expect(body.order).not.toHaveProperty('parcel_units')
    expect(body.order.items[0].detail.fulfilled_quantity).toBe(1)
    const [{ id: fulfillment_id, items }] = body.order.fulfillments
    expect(
      new Map(items.map((one: { inventory_item_id: string; quantity: number }) => [one.inventory_item_id, one.quantity])),
    ).toEqual(
      new Map([
        [desk, 1],
        [leg, 4],
      ]),
    )
    expect([await amounts(desk), await amounts(leg)]).toEqual([[[9, 1]], [[36, 4]]])
    const params = { id, fulfillment_id }
    const shipped = await service.call(createOrderShipment, { params, body: { items: [] } })
    expect(shipped.order.items[0]!.detail.shipped_quantity).toBe(1)
    const delivered = await service.call(markOrderFulfillmentAsDelivered, { params })
    expect(delivered.order).toMatchObject({ items: [{ detail: { delivered_quantity: 1 } }] })
    expect(delivered.order).not.toHaveProperty('parcel_units')
    expect(await order(id)).not.toHaveProperty('parcel_units')
  })

  it('packs and ships fractional quantities exactly', async () => {
    const item = await anInventoryItem(20)
    const { id, line } = await anOrder(await aVariant([{ inventory_item_id: item, required_quantity: 3 }]), 2)
    await reserve(item, line, 6)
    await service.call(beginOrderEdit, { body: { order_id: id } })
    await service.call(updateOrderEditItem, { params: { id, item_id: line }, body: { quantity: 2.3 } })
    await service.call(confirmOrderEdit, { params: { id } })
    expect([await amounts(item), await said(line)]).toEqual([[[20, 6.9]], [6.9]])

    const { status, body } = await fulfill(id, line, 1.1)
    expect(status, JSON.stringify(body)).toBe(200)
    await expect.poll(() => stockOf(item, line, id)).toEqual([[[16.7, 3.6]], [3.6], 0])
    const params = { id, fulfillment_id: body.order.fulfillments[0].id }
    const shipped = await service.admin(createOrderShipment, {
      params,
      body: { items: [{ id: line, quantity: 1.1 }], labels: [] },
    })
    expect(shipped.body.order.items).toMatchObject([{ detail: { fulfilled_quantity: 1.1, shipped_quantity: 1.1 } }])
    expect(refusal(await fulfill(id, line, 1.3))).toEqual(exceeded(line))
    const rest = (await fulfill(id, line, 1.2)).body.order
    expect([rest.fulfillment_status, rest.items[0].detail.fulfilled_quantity]).toEqual(['partially_shipped', 2.3])
    await expect.poll(() => stockOf(item, line, id)).toEqual([[[13.1, 0]], [], 0])
    const gone = { params: { id, fulfillment_id: rest.fulfillments[1].id } }
    expect((await service.admin(cancelOrderFulfillment, gone)).status).toBe(200)
    await expect.poll(() => stockOf(item, line, id)).toEqual([[[16.7, 3.6]], [3.6], 0])
  })

  it('takes no stock for lines with unmanaged inventory or without a variant', async () => {
    const free = await aVariant([], { manage_inventory: false, inventory_items: undefined })
    for (const variant of [free, null, 'variant_gone']) {
      const { id, line } = await anOrder(variant, 2)
      const { status, body } = await fulfill(id, line, 2, { body: { location_id: null } })
      expect([variant, status]).toEqual([variant, 200])
      expect(body.order).toMatchObject({
        fulfillment_status: 'fulfilled',
        fulfillments: [{ location_id: WAREHOUSE, items: [{ quantity: 2, inventory_item_id: null, title: 'M' }] }],
      })
    }
  })

  it('rejects invalid requests and changes nothing', async () => {
    const { id, line, item } = await reserved(2, 2)
    expect(refusal(await fulfill(id, line, 5))).toEqual(exceeded(line))
    expect(refusal(await fulfill(id, 'ordli_x', 1))).toEqual(
      invalid(`Items with ids ordli_x does not exist in order with id ${id}.`),
    )
    expect(refusal(await fulfill(id, line, 1, { body: { items: [] } }))).toEqual(
      invalid("Invalid request: Value for field 'items' too small, expected at least: '1'"),
    )
    expect(refusal(await fulfill(id, line, 0))).toEqual(invalid(`Quantity to fulfill of item ${line} is required.`))
    const at = (location_id: string) => fulfill(id, line, 1, { body: { location_id } })
    expect(refusal(await at('sloc_none'))).toEqual([404, 'not_found', 'Stock location with id: sloc_none was not found'])
    expect(refusal(await at(STORE))).toEqual([404, 'not_found', `Item ${item} is not stocked at location ${STORE}`])
    expect(refusal(await fulfill(id, line, 1, { body: { shipping_option_id: 'so_none' } }))).toEqual([
      404,
      'not_found',
      'Shipping Option with id: so_none not found',
    ])
    expect(refusal(await fulfill('order_none', line, 1))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect((await fulfill(id, line, 1, { if_match: '"9"' })).status).toBe(412)
    expect((await fulfill(id, line, 1, { actor: memberOf(ids.seller) })).status).toBe(401)
    expect((await fulfill(id, line, 1, { body: { foo: 1 } })).status).toBe(400)
    expect(await stockOf(item, line, id)).toEqual([[[2, 2]], [2], 0])
    expect((await order(id)).fulfillments).toEqual([])

    const canceled = await anOrder(null, 1, { status: 'canceled' })
    expect(refusal(await fulfill(canceled.id, canceled.line, 1))).toEqual(
      invalid(`Order with id ${canceled.id} has been canceled.`),
    )
    const free = await anOrder(null, 1)
    expect(refusal(await fulfill(free.id, free.line, 2))).toEqual(
      invalid(`Cannot fulfill more items than what was ordered for item ${free.line}.`),
    )
    const variant = await aVariant([{ inventory_item_id: item }])
    const unreserved = await anOrder(variant, 1)
    expect(refusal(await fulfill(unreserved.id, unreserved.line, 1))).toEqual(
      invalid(`No stock reservation found for item ${unreserved.line} - Shirt (M)`),
    )
    const body = { name: `Profile ${++made}`, type: 'heavy' }
    const { shipping_profile } = await admin(createShippingProfile, { body })
    const heavy = await anOrder(
      await aVariant([], { manage_inventory: false, inventory_items: undefined }, shipping_profile.id),
      1,
    )
    expect(refusal(await fulfill(heavy.id, heavy.line, 1))).toEqual(
      invalid(`Shipping profile ${ids.shipping_profile} does not match the shipping profile of the order item ${heavy.line}`),
    )
  })

  it("uses the order's shipping method that has the profile of the lines, never one of goods that come back", async () => {
    const body = { name: `Profile ${++made}`, type: 'heavy' }
    const { id: shipping_profile_id } = (await admin(createShippingProfile, { body })).shipping_profile
    const [back, freight] = [await anOption({ shipping_profile_id }), await anOption({ shipping_profile_id })]
    const variant = await aVariant([], { manage_inventory: false, inventory_items: undefined }, shipping_profile_id)
    const shipping_methods = [
      aMethod({ id: 'ordsm_1', shipping_option_id: back, detail: { return_id: 'return_1' } }),
      aMethod({ id: 'ordsm_2', shipping_option_id: ids.shipping_option }),
      aMethod({ id: 'ordsm_3', shipping_option_id: freight, data: { pallets: 1 } }),
    ]
    const { id, line } = await anOrder(variant, 1, { shipping_methods })
    expect((await fulfill(id, line, 1)).body.order?.fulfillments).toMatchObject([
      { shipping_option_id: freight, data: { pallets: 1 } },
    ])
  })

  it('takes the last unit once for concurrent and retried requests', async () => {
    const { id, line, item } = await reserved(1, 1)
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([
      ...[1, 2, 3].map(() => fulfill(id, line, 1, { op_id })),
      ...[1, 2].map(() => fulfill(id, line, 1)),
    ])
    const granted = replies.filter(({ status }) => status === 200)
    expect(new Set(granted.map(({ etag }) => etag)).size).toBe(1)
    const none = invalid(`No stock reservation found for item ${line} - Shirt (M)`)
    for (const reply of replies.filter(({ status }) => status !== 200)) expect([none, UNDER_WAY]).toContainEqual(refusal(reply))
    expect((await order(id)).fulfillments).toHaveLength(1)
    expect([await amounts(item), await said(line)]).toEqual([[[0, 0]], []])

    if (granted.length > 1) expect((await fulfill(id, line, 1, { op_id })).status).toBe(200)
    expect([await amounts(item), (await order(id)).items[0]!.detail.fulfilled_quantity]).toEqual([[[0, 0]], 1])
  })

  it('returns 409 until the pick of another fulfillment is settled, then succeeds', async () => {
    const { id, line, item } = await reserved(3, 3)
    const packed = { line_item_id: line, variant_id: await variantOf(id), unsent: 3, requires_shipping: true, title: 'Shirt' }
    const place = { shipping_option_id: ids.shipping_option, location_id: WAREHOUSE, seller_id: null }
    const lines = [{ ...packed, quantity: 2 }]
    await service.bus.call(
      pickStock,
      { body: { order_id: id, fulfillment_id: 'ful_unknown', ...place, lines } },
      ownEnvelope('orders', 20_000),
    )
    const idempotency_key = 'three-shirts-of-an-order-of-them'
    for (const time of [1, 2, 3]) {
      const early = await fulfill(id, line, 3, { idempotency_key })
      expect([time, refusal(early), early.retry_after]).toEqual([time, UNDER_WAY, '1'])
    }
    expect(refusal(await fulfill(id, line, 4))).toEqual(exceeded(line))
    expect(await stockOf(item, line, id)).toEqual([[[1, 1]], [1], 1])

    await service.settleLeftStock()
    expect(refusal(await fulfill(id, line, 3, { idempotency_key }))).toEqual([200, undefined, undefined])
    expect(await stockOf(item, line, id)).toEqual([[[0, 0]], [], 0])
    expect(refusal(await fulfill(id, line, 1))).toEqual(invalid(`No stock reservation found for item ${line} - Shirt (M)`))
  })

  it('gives the last unit of a location to only one of two concurrent orders', async () => {
    const item = await anInventoryItem(1, 9)
    const variant = await aVariant([{ inventory_item_id: item }])
    const two = await Promise.all([1, 2].map(() => anOrder(variant, 1)))
    for (const { line } of two) await reserve(item, line, 1, STORE)

    const replies = await Promise.all(two.map(({ id, line }) => fulfill(id, line, 1)))

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    const missing = `Not enough stock available for item ${item} at location ${WAREHOUSE}`
    expect(refusal(replies.find(({ status }) => status === 400)!)).toEqual([400, 'not_allowed', missing])
    expect(await amounts(item)).toEqual([
      [0, 0],
      [9, 1],
    ])
  })
})

describe('a reservation by another seller for a line of the order', () => {
  const reserveTheirs = (line_item_id: string) =>
    service.pricing.send(createVendorReservation, {
      actor: memberOf(ids.foreign_seller),
      body: {
        ...{ inventory_item_id: ids.foreign_inventory_item, location_id: ids.foreign_stock_location },
        ...{ quantity: 1, line_item_id },
      },
    })

  it('is rejected, and the order can be fulfilled', async () => {
    const { id, line, item } = await reserved(2, 5)
    expect(refusal(await reserveTheirs(line))).toEqual([404, 'not_found', `Line item with id: ${line} was not found`])
    expect((await fulfill(id, line, 2)).status).toBe(200)
    await expect.poll(() => stockOf(item, line, id)).toEqual([[[3, 0]], [], 0])
  })

  it('is accepted when the order is that seller’s own', async () => {
    const { line } = await anOrder(ids.foreign_variant, 1, { seller_id: ids.foreign_seller })
    expect((await reserveTheirs(line)).status).toBe(201)
    expect(await said(line)).toEqual([1])
  })
})

describe('create-vendor-order-fulfillment', () => {
  const own = (id: string, line: string, { body = {}, seller = ids.seller as string } = {}) =>
    service.send(createVendorOrderFulfillment, {
      params: { id },
      actor: memberOf(seller),
      body: { items: [{ id: line, quantity: 1 }], location_id: WAREHOUSE, ...body } as never,
    })

  it("creates a fulfillment of the seller's order and returns it", async () => {
    const { id, line, item } = await reserved(1, 4)
    const { status, body, etag } = await own(id, line, { body: { requires_shipping: true } })
    expect([status, etag]).toEqual([200, expect.any(String)])
    expect(createVendorOrderFulfillment.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.fulfillment).toMatchObject({ location_id: WAREHOUSE, items: [{ line_item_id: line, quantity: 1 }] })
    expect((await order(id)).fulfillments).toEqual([body.fulfillment])
    expect(await amounts(item)).toEqual([[3, 0]])
  })

  it("rejects other sellers' orders and locations like unknown ones", async () => {
    const forbidden = [403, 'not_allowed', 'You are not allowed to perform this action']
    const { id, line, item } = await reserved(1, 4)
    const theirs = await anOrder(null, 1, { seller_id: ids.foreign_seller })
    const gone = await anOrder(null, 1, { deleted_at: '2026-02-02T00:00:00.000Z' })
    for (const one of [theirs, gone, { id: 'order_none', line }]) expect(refusal(await own(one.id, one.line))).toEqual(forbidden)
    for (const location_id of [ids.foreign_stock_location, 'sloc_none'])
      expect(refusal(await own(id, line, { body: { location_id } }))).toEqual(forbidden)
    for (const shipping_option_id of [ids.foreign_shipping_option, 'so_none'])
      expect(refusal(await own(id, line, { body: { shipping_option_id } }))).toEqual(forbidden)
    expect([await amounts(item), (await order(theirs.id)).fulfillments]).toEqual([[[4, 1]], []])
  })
})

describe('create-order-fulfillment of an order without a shipping method', () => {
  const packed = async (body: object = {}) => {
    const { id, line } = await anOrder(null, 2, { shipping_methods: [] })
    const items = [{ id: line, quantity: 1 }]
    const { status, body: answer } = await service.send(createOrderFulfillment, {
      params: { id },
      actor: ADMIN,
      body: { items, ...body },
    })
    expect(status, JSON.stringify(answer)).toBe(200)
    return (await order(id)).fulfillments[0]!
  }

  it('uses the oldest option of the location that sends the items, and none for returns', async () => {
    // At the same time, so by its id it would be the oldest.
    await anOption({ id: 'so_0', rules: [{ attribute: 'is_return', operator: 'eq', value: 'true' }] })
    const sent = { shipping_option_id: ids.shipping_option, location_id: WAREHOUSE }
    expect(await packed({ location_id: WAREHOUSE })).toMatchObject(sent)
  })

  it('without a location, or options there, uses the oldest one of the marketplace', async () => {
    const option = await anOption({ id: 'so_1', created_at: '2020-01-01T00:00:00.000Z' })
    expect(await packed()).toMatchObject({ shipping_option_id: option, location_id: WAREHOUSE })
    expect(await packed({ location_id: ids.foreign_stock_location })).toMatchObject({ location_id: ids.foreign_stock_location })
  })
})

describe('create-vendor-order-fulfillment of an order without a shipping method', () => {
  const own = (id: string, line: string, body: object = {}) =>
    service.send(createVendorOrderFulfillment, {
      params: { id },
      actor: memberOf(ids.seller),
      body: { items: [{ id: line, quantity: 1 }], location_id: WAREHOUSE, ...body } as never,
    })
  const unnamed = (id: string) => invalid(`Order with id ${id} has no shipping method; name a shipping option`)

  it("uses the seller's or the marketplace's option that it names", async () => {
    const { id, line } = await anOrder(null, 2, { shipping_methods: [] })
    expect(refusal(await own(id, line))).toEqual(unnamed(id))
    for (const shipping_option_id of [ids.shipping_option, await anOption()])
      expect((await own(id, line, { shipping_option_id })).body.fulfillment).toMatchObject({ shipping_option_id })
  })

  it('uses the option of the marketplace that another order of its set is sent with, never that of another seller', async () => {
    const market = await anOption()
    const aSet = async (...sent: string[]) => {
      const set = `F${++made}`
      const shipping_methods = sent.map((shipping_option_id, n) => aMethod({ id: `ordsm_${n}`, shipping_option_id }))
      const items = [anItem({ id: `ordli_${set}`, variant_id: null, variant_title: 'M' })]
      const second = anOrderInSet(set, 1, { items, shipping_methods: [], seller_id: ids.seller })
      const first = anOrderInSet(set, 0, { shipping_methods, seller_id: ids.foreign_seller })
      await insertMissing(service.db, { orders: [first, second] })
      return own(second.id, items[0]!.id)
    }
    const { body } = await aSet(ids.foreign_shipping_option, market)
    expect(body.fulfillment).toMatchObject({ shipping_option_id: market })
    expect(refusal(await aSet(ids.foreign_shipping_option))).toEqual(unnamed(`order_F${made}1`))
  })
})

describe('cancel-order-fulfillment', () => {
  const cancel = (id: string, fulfillment_id: string, options: object = {}) =>
    service.admin(cancelOrderFulfillment, { params: { id, fulfillment_id }, body: {}, ...options })
  /** @returns the id of its last fulfillment */
  const packed = async (id: string, line: string, quantity: number): Promise<string> =>
    (await fulfill(id, line, quantity)).body.order.fulfillments.at(-1).id

  it('returns the stock and restores the reservation, each time it is packed again', async () => {
    const { id, line, item } = await reserved(3, 10)
    for (const quantity of [2, 3]) {
      const parcel = await packed(id, line, quantity)
      expect(await amounts(item)).toEqual([[10 - quantity, 3 - quantity]])

      const { status, body } = await cancel(id, parcel, { body: { no_notification: true } })

      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.order).toMatchObject({
        version: 1,
        fulfillment_status: 'canceled',
        items: [{ detail: { fulfilled_quantity: 0 } }],
      })
      expect(body.order.fulfillments.at(-1)).toMatchObject({ id: parcel, canceled_at: expect.any(String) })
      await expect.poll(() => stockOf(item, line, id)).toEqual([[[10, 3]], [3], 0])
    }
    expect((await service.eventsOf(id, 2))[1]).toMatchObject({ type: 'order.fulfillment-canceled', ids: { order_id: id } })
  })

  it.each([
    ['one location, where everything was reserved', 2, 0, STORE],
    ['several locations, where the units were reserved', 1, 1, WAREHOUSE],
  ])('returns stock to the locations it came from when none was named: %s', async (_where, elsewhere, here, shown) => {
    const item = await anInventoryItem(5, 5)
    const { id, line } = await anOrder(await aVariant([{ inventory_item_id: item }]), 2)
    await reserve(item, line, elsewhere, STORE)
    if (here > 0) await reserve(item, line, here)
    const before = await amounts(item)

    const { body } = await fulfill(id, line, 2, { body: { location_id: null } })
    expect(body.order.fulfillments[0]).toMatchObject({ location_id: shown, items: [{ quantity: 2 }] })
    expect(body.order.fulfillments[0].items[0]).not.toHaveProperty('places')
    expect(await amounts(item)).toEqual(before.map(([stocked, held]) => [stocked! - held!, 0]))

    expect((await cancel(id, body.order.fulfillments[0].id)).status).toBe(200)
    const shownNow = async () => [(await amounts(item)).map(([units]) => units), await said(line)]
    await expect.poll(shownNow).toEqual([before.map(([units]) => units), [2]])
    expect((await fulfill(id, line, 2, { body: { location_id: null } })).status).toBe(200)
  })

  it('returns all items of a kit, and units that were never in stock', async () => {
    const [desk, leg] = [await anInventoryItem(10), await anInventoryItem(1)]
    const made = [{ inventory_item_id: desk }, { inventory_item_id: leg, required_quantity: 4 }]
    const { id, line } = await anOrder(await aVariant(made, { allow_backorder: true }), 1)
    await reserve(desk, line, 1)
    await reserve(leg, line, 1)
    await service.pricing.db
      .collection<{ _id: string }>('inventory_items')
      .updateOne({ _id: leg }, { $set: { 'location_levels.0.held.0.quantity': 4 }, $inc: { revision: 1 } })
    const parcel = await packed(id, line, 1)
    expect([await amounts(desk), await amounts(leg)]).toEqual([[[9, 0]], [[-3, 0]]])
    expect((await cancel(id, parcel)).body.order.items[0].detail.fulfilled_quantity).toBe(0)
    await expect.poll(async () => [await amounts(desk), await amounts(leg)]).toEqual([[[10, 1]], [[1, 4]]])
  })

  it('succeeds once for concurrent and retried requests', async () => {
    const { id, line, item } = await reserved(1, 1)
    const parcel = await packed(id, line, 1)
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([
      ...[1, 2, 3].map(() => cancel(id, parcel, { op_id })),
      ...[1, 2].map(() => cancel(id, parcel)),
    ])
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    await cancel(id, parcel, { op_id })
    const shownNow = async () => [await amounts(item), await said(line), (await order(id)).items[0]!.detail.fulfilled_quantity]
    await expect.poll(shownNow).toEqual([[[1, 1]], [1], 0])
  })

  it('is rejected, without stock changes, once units of the fulfillment are requested back', async () => {
    const { id, line, item } = await reserved(2, 5)
    const parcel = await packed(id, line, 2)
    const begun = await service.call(beginReturn, { body: { order_id: id, location_id: WAREHOUSE } })
    const of = { params: { id: begun.return.id } }
    await service.call(requestReturnItems, { ...of, body: { items: [{ id: line, quantity: 2 }] } })
    await service.call(confirmReturnRequest, of)
    const text = `The fulfillment has units of item ${line} that are returned, or are to be returned. It cannot be canceled`
    const refused = [400, 'not_allowed', text]
    expect(refusal(await cancel(id, parcel))).toEqual(refused)

    await service.call(beginReturnReceipt, { ...of, body: {} })
    await service.call(receiveReturnItems, { ...of, body: { items: [{ id: line, quantity: 2 }] } })
    await service.call(confirmReturnReceipt, { ...of, body: {} })

    expect(refusal(await cancel(id, parcel))).toEqual(refused)
    await expect.poll(() => stockOf(item, line, id)).toEqual([[[5, 0]], [], 0])
  })

  it('succeeds or a concurrent return of its units does, never both', async () => {
    const { id, line, item } = await reserved(2, 5)
    const parcel = await packed(id, line, 2)
    const begun = await service.call(beginReturn, { body: { order_id: id, location_id: WAREHOUSE } })
    const of = { params: { id: begun.return.id } }
    await service.call(requestReturnItems, { ...of, body: { items: [{ id: line, quantity: 2 }] } })

    const [canceled, asked] = await Promise.all([cancel(id, parcel), service.admin(confirmReturnRequest, of)])

    expect([canceled.status, asked.status].toSorted()).toEqual([200, 400])
    const expected = canceled.status === 200 ? [[[5, 2]], [2]] : [[[3, 0]], []]
    await expect.poll(async () => [await amounts(item), await said(line)]).toEqual(expected)
  })

  it('rejects canceled, shipped, delivered and unknown fulfillments', async () => {
    const { id, line, item } = await reserved(3, 3)
    const notAllowed = (text: string) => [400, 'not_allowed', text]
    const [gone, shipped, delivered] = [await packed(id, line, 1), await packed(id, line, 1), await packed(id, line, 1)]
    await cancel(id, gone)
    await service.call(createOrderShipment, { params: { id, fulfillment_id: shipped }, body: { items: [] } })
    await service.call(markOrderFulfillmentAsDelivered, { params: { id, fulfillment_id: delivered } })
    expect(refusal(await cancel(id, gone))).toEqual(notAllowed('The fulfillment is already canceled'))
    expect(refusal(await cancel(id, shipped))).toEqual(
      notAllowed('The fulfillment has already been shipped. Shipped fulfillments cannot be canceled'),
    )
    expect(refusal(await cancel(id, delivered))).toEqual(invalid(`Fulfillment with id ${delivered} already delivered`))
    expect(refusal(await cancel(id, 'ful_none'))).toEqual(invalid('Fulfillment with id ful_none not found in the order'))
    expect(refusal(await cancel('order_none', gone))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect((await cancel(id, gone, { actor: memberOf(ids.seller) })).status).toBe(401)
    const canceled = await anOrder(null, 1, { status: 'canceled' })
    expect(refusal(await cancel(canceled.id, gone))).toEqual(invalid(`Order with id ${canceled.id} has been canceled.`))
    await expect.poll(async () => [await amounts(item), await picks(id)]).toEqual([[[1, 1]], 0])
  })
})

describe('cancel-vendor-order-fulfillment', () => {
  const own = (
    id: string,
    fulfillment_id: string,
    { seller = ids.seller as string, ...options }: { [name: string]: unknown } = {},
  ) =>
    service.send(cancelVendorOrderFulfillment, {
      params: { id, fulfillment_id },
      actor: memberOf(seller as string),
      body: {},
      ...options,
    })
  const packed = async (id: string, line: string): Promise<string> =>
    (await fulfill(id, line, 1)).body.order.fulfillments.at(-1).id

  it("returns the stock of a fulfillment of the seller's order, once for concurrent requests", async () => {
    const { id, line, item } = await reserved(2, 4)
    const parcel = await packed(id, line)
    expect(await amounts(item)).toEqual([[3, 1]])
    const op_id = mintOpId(Date.now())

    const replies = await Promise.all([
      ...[1, 2].map(() => own(id, parcel, { op_id, body: { no_notification: true } })),
      own(id, parcel),
    ])

    const { status, body, etag } = replies.find((reply) => reply.status === 200)!
    expect([status, etag]).toEqual([200, expect.any(String)])
    expect(cancelVendorOrderFulfillment.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({
      id,
      fulfillment_status: 'canceled',
      items: [{ detail: { fulfilled_quantity: 0 } }],
      fulfillments: [{ id: parcel, canceled_at: expect.any(String) }],
    })
    expect(refusal(await own(id, parcel))).toEqual([400, 'not_allowed', 'The fulfillment is already canceled'])
    await expect.poll(() => stockOf(item, line, id)).toEqual([[[4, 2]], [2], 0])
    const ids_told = { order_id: id, fulfillment_id: parcel }
    expect((await service.eventsOf(id, 2))[1]).toMatchObject({ type: 'order.fulfillment-canceled', ids: ids_told })
  })

  it("rejects other sellers' orders like unknown ones, and administrators", async () => {
    const forbidden = [403, 'not_allowed', 'You are not allowed to perform this action']
    const { id, line, item } = await reserved(1, 4)
    const parcel = await packed(id, line)
    const gone = await anOrder(null, 1, { deleted_at: '2026-02-02T00:00:00.000Z' })
    expect(refusal(await own(id, parcel, { seller: ids.foreign_seller }))).toEqual(forbidden)
    for (const one of [gone.id, 'order_none']) expect(refusal(await own(one, parcel))).toEqual(forbidden)
    expect(refusal(await own(id, 'ful_none'))).toEqual(invalid('Fulfillment with id ful_none not found in the order'))
    expect((await own(id, parcel, { actor: ADMIN })).status).toBe(401)
    expect((await own(id, parcel, { body: { foo: 1 } })).status).toBe(400)
    expect((await own(id, parcel, { if_match: '"9"' })).status).toBe(412)
    expect([await amounts(item), (await order(id)).fulfillments[0]!.canceled_at]).toEqual([[[3, 0]], null])
  })
})
