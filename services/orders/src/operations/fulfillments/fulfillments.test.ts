import {
  cancelFulfillment,
  cancelOrder,
  createFulfillment,
  createFulfillmentShipment,
  getInventoryItem,
  getOrder,
  markOrderFulfillmentAsDelivered,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, plansOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demonstrationId } from '../../../../../libs/contracts/src/operation/demonstration.ts'
import { ids, seededId } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../../../tools/seed/orders.ts'
import { aMethod, anItem } from '../../../test/builders.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { ADMIN, memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
const seeded = seededOrders().find(({ id }) => id === ids.unpacked_order)!
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { orders: [{ ...seeded, display_id: 9010 }] })
})
afterAll(() => service.stop())

const LABEL = { tracking_number: 'PO-1', tracking_url: 'https://parcels.example.com/PO-1', label_url: '#' }
const FACTS = { location_id: ids.stock_location, provider_id: 'manual_manual', delivery_address: {}, labels: [] }
const notAllowed = (text: string) => [400, 'not_allowed', text]
const missing = (id: string) => [404, 'not_found', `Fulfillment with id: ${id} was not found`]

let made = 0
/** An order of one line that takes no stock. */
async function anOrder(quantity = 3) {
  const line = `ordli_p${++made}`
  const shipping_methods = [aMethod({ shipping_option_id: ids.shipping_option })]
  const order = anOrderRecord({ items: [anItem({ id: line, quantity, variant_id: null })], shipping_methods })
  await insertMissing(service.db, { orders: [order] })
  return { id: order.id, line }
}
const create = ({ id, line }: { id: string; line: string }, quantity = 1, body: object = {}, options: object = {}) =>
  service.admin(createFulfillment, {
    body: { ...FACTS, order_id: id, items: [{ line_item_id: line, quantity }], ...body } as never,
    ...options,
  })
const cancel = (id: string, options: object = {}) => service.admin(cancelFulfillment, { params: { id }, ...options })
const ship = (id: string, options: object = {}) =>
  service.admin(createFulfillmentShipment, { params: { id }, body: { labels: [LABEL] }, ...options })
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const detailOf = async (id: string) => (await order(id)).items[0]!.detail
/** A fulfillment of an order of its own. */
async function packed(quantity = 2) {
  const owner = await anOrder()
  const { body } = await create(owner, quantity)
  return { order_id: owner.id, line: owner.line, id: body.fulfillment.id as string }
}
async function stock() {
  const { body } = await service.pricing.send(getInventoryItem, { actor: ADMIN, params: { id: demonstrationId('iitem', 3) } })
  const [{ stocked_quantity, reserved_quantity }] = body.inventory_item.location_levels
  return { stocked_quantity, reserved_quantity }
}

describe('create-fulfillment', () => {
  it('packs lines of the order, updates their counts and publishes an event', async () => {
    const owner = await anOrder()

    const { status, body, etag } = await create(owner, 2, {
      ...{ labels: [LABEL], data: { box: 'L' }, metadata: { shelf: 7 }, packed_at: '2026-03-01T10:00:00Z' },
      delivery_address: { city: 'Bern', country_code: 'CH' },
      items: [{ line_item_id: owner.line, quantity: 2, title: 'Shirt', sku: 'S', barcode: '1', inventory_item_id: null }],
    })

    expect(status, JSON.stringify(body)).toBe(200)
    expect(createFulfillment.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.fulfillment).toMatchObject({
      ...{ location_id: ids.stock_location, provider_id: 'manual_manual', shipping_option_id: ids.shipping_option },
      ...{ packed_at: '2026-03-01T10:00:00.000Z', shipped_at: null, delivered_at: null, canceled_at: null },
      ...{ created_by: 'user_1', data: { box: 'L' }, metadata: { shelf: 7 } },
      delivery_address: { city: 'Bern', country_code: 'ch' },
      items: [{ line_item_id: owner.line, quantity: 2 }],
      labels: [{ ...LABEL, fulfillment_id: body.fulfillment.id }],
    })
    const { fulfillments, items, fulfillment_status } = await order(owner.id)
    expect([fulfillments, fulfillment_status]).toEqual([[body.fulfillment], 'partially_fulfilled'])
    expect([items[0]!.detail.fulfilled_quantity, etag]).toEqual([2, '"2"'])
    const told = { order_id: owner.id, fulfillment_id: body.fulfillment.id, no_notification: 'false' }
    expect(await service.eventsOf(owner.id, 1)).toMatchObject([{ type: 'order.fulfillment-created', ids: told }])
  })

  it('takes stock of packed units, and returns it when canceled', async () => {
    const before = await stock()
    const owner = { id: seeded.id, line: seededId('ordli', 1000) }
    const other = `Shipping option ${ids.shipping_option} does not belong to fulfillment provider other_other`
    expect(refusal(await create(owner, 2, { provider_id: 'other_other' }))).toEqual(invalid(other))
    expect(await stock()).toEqual(before)

    const { status, body } = await create(owner, 2)

    expect(status, JSON.stringify(body)).toBe(200)
    const { stocked_quantity, reserved_quantity } = before
    const packed = { stocked_quantity: stocked_quantity - 2, reserved_quantity: reserved_quantity - 2 }
    await expect.poll(stock).toEqual(packed)
    const again = (await cancel(body.fulfillment.id)).body
    expect(again.fulfillment).toEqual({ ...body.fulfillment, canceled_at: expect.any(String), updated_at: expect.any(String) })
    await expect.poll(stock).toEqual(before)
    expect((await cancel(body.fulfillment.id)).body).toEqual(again)
    expect(await stock()).toEqual(before)
  })

  it('never packs more than the ordered quantity under concurrent requests, and packs once per op-id', async () => {
    const owner = await anOrder(2)
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([
      ...[1, 2].map(() => create(owner, 1, {}, { op_id })),
      ...[1, 2, 3].map(() => create(owner)),
    ])
    const granted = replies.filter(({ status }) => status === 200)
    expect(new Set(granted.map(({ body }) => body.fulfillment.id)).size).toBe(2)
    expect(await detailOf(owner.id)).toMatchObject({ fulfilled_quantity: 2 })
    const tooMany = `Cannot fulfill more items than what was ordered for item ${owner.line}.`
    expect(refusal(await create(owner))).toEqual(invalid(tooMany))
  })

  it('returns only the requested fields', async () => {
    const { body } = await create(await anOrder(), 1, {}, { query: 'fields=provider_id,items.quantity' })
    expect(body.fulfillment).toEqual({
      id: expect.any(String),
      provider_id: 'manual_manual',
      items: [{ id: expect.any(String), quantity: 1 }],
    })
  })

  it('rejects unknown lines, other providers, shipped_at, unsafe or too many labels, and other actors', async () => {
    const owner = await anOrder()
    const items = [{ title: 'Shirt', sku: 'S', barcode: '1', quantity: 1 }]
    const required = "Invalid request: Field 'items, 0, line_item_id' is required"
    expect(refusal(await create(owner, 1, { items }))).toEqual(invalid(required))
    const foreign = await anOrder()
    const none = `Items with ids ${foreign.line} does not exist in order with id ${owner.id}.`
    expect(refusal(await create({ ...owner, line: foreign.line }))).toEqual(invalid(none))
    const other = `Shipping option ${ids.shipping_option} does not belong to fulfillment provider other_other`
    expect(refusal(await create(owner, 1, { provider_id: 'other_other' }))).toEqual(invalid(other))
    expect(refusal(await create(owner, 1, { items: [] }))).toEqual(invalid('No items to fulfill'))
    expect((await create(owner, 1, { shipped_at: '2026-03-01T10:00:00Z' })).status).toBe(400)
    expect((await create(owner, 1, { labels: [{ ...LABEL, label_url: 'javascript:alert(1)' }] })).status).toBe(400)
    expect((await create(owner, 1, { labels: Array(101).fill(LABEL) })).status).toBe(400)
    const unknown = [404, 'not_found', 'Order id not found: order_none']
    expect(refusal(await create({ ...owner, id: 'order_none' }))).toEqual(unknown)
    expect(await detailOf(owner.id)).toMatchObject({ fulfilled_quantity: 0 })
    expect((await create(owner, 1, {}, { if_match: '"9"' })).status).toBe(412)
    expect((await create(owner, 1, {}, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

describe('cancel-fulfillment', () => {
  it('makes its units unfulfilled again and publishes one event, even when repeated', async () => {
    const { id, order_id } = await packed()

    const { status, body, etag } = await cancel(id)

    expect([status, etag]).toEqual([200, '"3"'])
    expect(cancelFulfillment.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.fulfillment).toMatchObject({ id, canceled_at: expect.any(String) })
    expect(await order(order_id)).toMatchObject({
      fulfillment_status: 'canceled',
      fulfillments: [body.fulfillment],
      items: [{ detail: { fulfilled_quantity: 0 } }],
    })
    expect(await cancel(id)).toMatchObject({ status: 200, body })
    const told = (await service.eventsOf(order_id, 2)).map(({ type }) => type)
    expect(told).toEqual(['order.fulfillment-created', 'order.fulfillment-canceled'])
  })

  it('cancels once under concurrent requests', async () => {
    const { id, order_id } = await packed()
    const replies = await Promise.all([1, 2, 3].map(() => cancel(id)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await detailOf(order_id)).toMatchObject({ fulfilled_quantity: 0 })
  })

  it('rejects shipped, delivered and unknown fulfillments, other revisions, and other actors', async () => {
    const { id } = await packed()
    await ship(id)
    expect(refusal(await cancel(id))).toEqual(invalid(`Fulfillment with id ${id} already shipped`))
    const arrived = await packed()
    await service.call(markOrderFulfillmentAsDelivered, { params: { id: arrived.order_id, fulfillment_id: arrived.id } })
    expect(refusal(await cancel(arrived.id))).toEqual(invalid(`Fulfillment with id ${arrived.id} already delivered`))
    expect(refusal(await cancel('ful_none'))).toEqual(missing('ful_none'))
    const other = await packed()
    expect((await cancel(other.id, { if_match: '"9"' })).status).toBe(412)
    expect((await cancel(other.id, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

describe('create-fulfillment-shipment', () => {
  it('marks all units as shipped, with the labels, and publishes an event', async () => {
    const { id, order_id } = await packed()

    const { status, body, etag } = await ship(id)

    expect([status, etag]).toEqual([200, '"3"'])
    expect(createFulfillmentShipment.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.fulfillment).toMatchObject({ id, shipped_at: expect.any(String), marked_shipped_by: 'user_1', labels: [LABEL] })
    expect(await order(order_id)).toMatchObject({
      fulfillment_status: 'partially_shipped',
      fulfillments: [body.fulfillment],
      items: [{ detail: { fulfilled_quantity: 2, shipped_quantity: 2 } }],
    })
    const [, told] = await service.eventsOf(order_id, 2)
    expect(told).toMatchObject({ type: 'shipment.created', ids: { id, order_id, no_notification: 'false' } })
  })

  it('ships once, or not at all if canceled concurrently', async () => {
    const { id, order_id } = await packed()
    const replies = await Promise.all([ship(id), cancel(id), ship(id)])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const { fulfillments, items } = await order(order_id)
    const isShipped = fulfillments[0]!.shipped_at !== null
    expect(fulfillments[0]!.canceled_at === null).toBe(isShipped)
    const units = isShipped ? 2 : 0
    expect(items[0]!.detail).toMatchObject({ fulfilled_quantity: units, shipped_quantity: units })
  })

  it('rejects shipped, canceled and unknown fulfillments, canceled orders, missing labels, and other actors', async () => {
    const { id } = await packed()
    await ship(id)
    expect(refusal(await ship(id))).toEqual(notAllowed('Shipment has already been created'))
    const gone = await packed()
    await cancel(gone.id)
    expect(refusal(await ship(gone.id))).toEqual(notAllowed('Cannot create shipment for a canceled fulfillment'))
    await service.call(cancelOrder, { params: { id: gone.order_id } })
    expect(refusal(await ship(gone.id))).toEqual(invalid(`Order with id ${gone.order_id} has been canceled.`))
    expect(refusal(await ship('ful_none'))).toEqual(missing('ful_none'))
    const other = await packed()
    expect(refusal(await ship(other.id, { body: {} }))).toEqual(invalid("Invalid request: Field 'labels' is required"))
    expect((await ship(other.id, { if_match: '"9"' })).status).toBe(412)
    expect((await ship(other.id, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

it('create-fulfillment-shipment finds the order by an index', async () => {
  const { id } = await packed()
  for (const { planSummary } of await plansOf(service.db, () => ship(id))) expect(planSummary).not.toContain('COLLSCAN')
})
