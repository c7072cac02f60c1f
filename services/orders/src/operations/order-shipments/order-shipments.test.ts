import {
  cancelVendorOrder,
  createOrderShipment,
  createVendorOrderShipment,
  getOrder,
  markVendorOrderFulfillmentAsDelivered,
  type Operation,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import type { CallOptions } from '@souk/runtime/testing'
import { invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, seededId } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../../../tools/seed/orders.ts'
import { anOrderRecord } from '../../../test/records.ts'
import { ADMIN, memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const [ONE, TWO] = [seededId('ful', 900), seededId('ful', 901)]
const [LINE, OTHER_LINE] = [seededId('ordli', 900), seededId('ordli', 910)]
const { items, fulfillments } = seededOrders().find(({ id }) => id === ids.packed_order)!

/** An order of `sel_a` with two lines, each packed in a fulfillment of its own. */
async function packed(overrides: Parameters<typeof anOrderRecord>[0] = {}): Promise<string> {
  const order = anOrderRecord({ items, fulfillments, seller_id: 'sel_a', fulfillment_status: 'fulfilled', ...overrides })
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
const label = { tracking_number: 'PO-1', tracking_url: 'https://parcels.example.com/PO-1', label_url: '#' }
const BODY = { items: [{ id: LINE, quantity: 1 }], labels: [label] }
const ship = (
  id: string,
  body: object = BODY,
  { fulfillment_id = ONE, ...options }: { fulfillment_id?: string; [option: string]: unknown } = {},
) => service.admin(createOrderShipment, { params: { id, fulfillment_id }, body: body as never, ...options })
const shipOwn = <O extends CallOptions<Operation>>(id: string, options: O = {} as O, seller = 'sel_a') =>
  service.send(createVendorOrderShipment, {
    params: { id, fulfillment_id: ONE },
    body: { items: [] },
    actor: memberOf(seller),
    ...options,
  } as never)
const notAllowed = (text: string) => [400, 'not_allowed', text]

describe('create-order-shipment', () => {
  it('ships the units of the fulfillment with its labels, and publishes an event', async () => {
    const id = await packed()

    const { status, body } = await ship(id, { ...BODY, metadata: { van: 7 }, no_notification: true })

    expect(status).toBe(200)
    expect(createOrderShipment.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({
      ...{ id, version: 1, fulfillment_status: 'partially_shipped' },
      items: [{ detail: { shipped_quantity: 1, fulfilled_quantity: 1 } }, { detail: { shipped_quantity: 0 } }],
      fulfillments: [
        {
          ...{ id: ONE, shipped_at: expect.any(String), marked_shipped_by: 'user_1' },
          ...{ labels: [{ ...label, fulfillment_id: ONE }], metadata: { van: 7 } },
        },
        { id: TWO, shipped_at: null, labels: [] },
      ],
    })
    expect((await service.call(getOrder, { params: { id } })).order).toEqual(body.order)
    expect(await service.eventsOf(id, 1)).toMatchObject([
      { type: 'shipment.created', ids: { id: ONE, order_id: id, no_notification: 'true' } },
    ])
    const actor = { type: 'secret-key', id: 'apk_1', identity_id: null }
    const last = await ship(id, { items: [{ id: OTHER_LINE, quantity: 99 }] }, { fulfillment_id: TWO, actor })
    expect(last.body.order).toMatchObject({
      ...{ fulfillment_status: 'shipped', items: [{}, { detail: { shipped_quantity: 1 } }] },
      fulfillments: [{}, { marked_shipped_by: 'apk_1' }],
    })
  })

  it('rejects what cannot be shipped, and changes nothing', async () => {
    const id = await packed()
    await ship(id)
    expect(refusal(await ship(id))).toEqual(notAllowed('Shipment has already been created'))
    expect(refusal(await ship(id, BODY, { fulfillment_id: 'ful_none' }))).toEqual(
      invalid('Fulfillment with id ful_none not found in the order'),
    )
    const strange = {
      items: [
        { id: LINE, quantity: 1 },
        { id: 'ordli_x', quantity: 1 },
      ],
    }
    expect(refusal(await ship(id, strange, { fulfillment_id: TWO }))).toEqual(
      invalid(`Items with ids ordli_x does not exist in order with id ${id}.`),
    )
    const parcel = fulfillments[0]!
    const gone = await packed({ fulfillments: [{ ...parcel, canceled_at: parcel.created_at }] })
    expect(refusal(await ship(gone))).toEqual(notAllowed('Cannot create shipment for a canceled fulfillment'))
    const byHand = await packed({ fulfillments: [{ ...parcel, shipping_option_id: null }] })
    expect(refusal(await ship(byHand))).toEqual(notAllowed('Cannot create shipment without a Shipping Option'))
    const tooMuch = await packed({ fulfillments: [{ ...parcel, items: parcel.items.map((item) => ({ ...item, quantity: 2 })) }] })
    expect(refusal(await ship(tooMuch))).toEqual(invalid(`Cannot ship more items than what was fulfilled for item ${LINE}.`))
    const canceled = await packed({ status: 'canceled', canceled_at: parcel.created_at })
    expect(refusal(await ship(canceled))).toEqual(invalid(`Order with id ${canceled} has been canceled.`))
    expect(refusal(await ship('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    for (const one of [gone, byHand, tooMuch, canceled]) {
      const { order } = await service.call(getOrder, { params: { id: one } })
      expect(order.fulfillments[0]).toMatchObject({ shipped_at: null, labels: [] })
    }
  })

  it.each([
    [{}, "Field 'items' is required"],
    [{ items: [{ id: LINE }] }, 'quantity'],
    [{ items: [], labels: [{ tracking_number: 'a' }] }, 'tracking_url'],
    [{ items: [], foo: 1 }, "Unrecognized fields: 'foo'"],
  ])('rejects %j', async (body, text) => {
    const [status, type, message] = refusal(await ship(await packed(), body))
    expect([status, type]).toEqual([400, 'invalid_data'])
    expect(message).toContain(text)
  })

  it.each([
    ...[
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,a',
      'vbscript:a',
      'ftp://a.example',
    ],
    ...['PO-1', '//a.example', '/parcels/1'],
  ])('rejects the link %j, which is not absolute HTTP', async (url) => {
    const id = await packed()
    for (const name of ['tracking_url', 'label_url']) {
      const body = { items: [], labels: [{ ...label, [name]: url }] }
      const refused = invalid('Invalid request: URL must use http: or https: scheme')
      expect(refusal(await ship(id, body))).toEqual(refused)
      expect(refusal(await shipOwn(id, { body }))).toEqual(refused)
    }
  })

  it.each(['', '#', 'http://a.example/?b=c', 'HTTPS://a.example'])('accepts the link %j', async (url) => {
    const labels = [{ ...label, tracking_url: url, label_url: url }]
    expect((await ship(await packed(), { items: [], labels })).body.order.fulfillments[0]).toMatchObject({ labels })
  })

  it('ships once for concurrent and retried requests', async () => {
    const id = await packed()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2, 3].map(() => ship(id, BODY, { op_id })), ...[1, 2].map(() => ship(id))])
    expect(new Set(replies.filter(({ status }) => status === 200).map(({ etag }) => etag)).size).toBe(1)
    const { order } = await service.call(getOrder, { params: { id } })
    expect(order.items[0]!.detail.shipped_quantity).toBe(1)
    expect(order.fulfillments[0]!.labels).toHaveLength(1)
    expect((await ship(await packed(), BODY, { if_match: '"9"' })).status).toBe(412)
    expect((await ship(id, BODY, { actor: memberOf('sel_a') })).status).toBe(401)
  })
})

describe('create-vendor-order-shipment', () => {
  it("ships a fulfillment of the seller's order, which can then not be canceled", async () => {
    const id = await packed()
    const { status, body } = await shipOwn(id, { query: 'fields=id,*fulfillments,*fulfillments.labels,fulfillment_status' })

    expect(status).toBe(200)
    expect(body.order).toMatchObject({
      ...{ id, fulfillment_status: 'partially_shipped' },
      fulfillments: [{ id: ONE, shipped_at: expect.any(String), labels: [] }, { shipped_at: null }],
    })
    const own = { params: { id }, actor: memberOf('sel_a') }
    expect(refusal(await service.send(cancelVendorOrder, own))).toEqual(
      notAllowed('All fulfillments must be canceled before canceling an order'),
    )
    expect(refusal(await shipOwn(id))).toEqual(notAllowed('Shipment has already been created'))
  })

  it("rejects other sellers' orders like unknown ones", async () => {
    const theirs = [
      await packed({ seller_id: 'sel_b' }),
      await packed({ seller_id: null }),
      await packed({ is_draft_order: true }),
    ]
    const gone = await packed({ deleted_at: '2026-02-02T00:00:00.000Z' })
    for (const id of [...theirs, gone, 'order_none'])
      expect([id, ...refusal(await shipOwn(id))]).toEqual([id, 403, 'not_allowed', 'You are not allowed to perform this action'])
    for (const id of theirs) {
      const { order } = await service.call(getOrder, { params: { id } })
      expect(order.fulfillments[0]!.shipped_at).toBeNull()
    }
    const options = { params: { id: await packed(), fulfillment_id: ONE }, body: { items: [] } }
    expect((await service.send(createVendorOrderShipment, { ...options, actor: ADMIN })).status).toBe(401)
    expect((await shipOwn(await packed(), { body: { items: [], metadata: {} } } as never)).status).toBe(400)
  })
})

describe('mark-vendor-order-fulfillment-as-delivered', () => {
  const deliver = (id: string, seller = 'sel_a') =>
    service.send(markVendorOrderFulfillmentAsDelivered, { params: { id, fulfillment_id: ONE }, actor: memberOf(seller) })

  it('marks the fulfillment as delivered and publishes an event', async () => {
    const id = await packed()
    await shipOwn(id)

    const { status, body } = await deliver(id)

    expect(status).toBe(200)
    expect(body.order).toMatchObject({
      ...{ id, fulfillment_status: 'partially_delivered' },
      items: [{ detail: { shipped_quantity: 1, delivered_quantity: 1 } }, { detail: { delivered_quantity: 0 } }],
      fulfillments: [{ id: ONE, delivered_at: expect.any(String) }, { delivered_at: null }],
    })
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'delivery.created', ids: { id: ONE, order_id: id } }])
    expect(refusal(await deliver(id))).toEqual([400, 'not_allowed', 'Fulfillment has already been marked delivered'])
  })

  it('rejects other sellers, and succeeds once for concurrent requests', async () => {
    const id = await packed()
    for (const one of [id, 'order_none'])
      expect(refusal(await deliver(one, 'sel_b'))).toEqual([403, 'not_allowed', 'You are not allowed to perform this action'])
    const answers = await Promise.all([1, 2, 3, 4].map(() => deliver(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { order } = await service.call(getOrder, { params: { id } })
    expect(order.items[0]!.detail.delivered_quantity).toBe(1)
  })
})
