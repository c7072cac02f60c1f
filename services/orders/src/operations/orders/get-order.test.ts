import { beginOrderEdit, getOrder, listOrders, Order, previewOrder } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aChange, anItem, NOW } from '../../../test/builders.ts'
import { aCustomer, aGroup, anOrderRecord } from '../../../test/records.ts'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

let service: OrdersUnderTest
const customer = { id: 'cus_get', email: 'get@example.com' }
const plain = anOrderRecord({
  customer_id: customer.id,
  items: [anItem({ quantity: 3, detail: { return_requested_quantity: 1, fulfilled_quantity: 2 } })],
})
const guests = anOrderRecord({ customer_id: null })
const gone = anOrderRecord({ deleted_at: '2026-02-02T00:00:00.000Z' })

const aReturn = {
  id: 'return_1',
  order_id: 'x',
  items: [],
  status: 'requested',
  refund_amount: 5,
  exchange_id: null,
  claim_id: 'claim_1',
} as const
const unset = {
  location_id: null,
  order_version: 1,
  display_id: 1,
  received_at: null,
  no_notification: null,
  created_at: '2026-01-01T00:00:00.000Z',
  canceled_at: null,
}
const NEW = { requested_at: null, created_by: null, metadata: null, updated_at: unset.created_at, deleted_at: null }
const aClaim = {
  id: 'claim_1',
  order_id: 'x',
  return_id: 'return_1',
  return: null,
  display_id: 1,
  order_version: 1,
  no_notification: null,
  shipping_methods: [],
  transactions: [],
  created_by: null,
  metadata: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  canceled_at: null,
  type: 'replace',
  claim_items: [],
  additional_items: [],
  refund_amount: null,
} as const
const claimed = anOrderRecord({
  returns: [{ ...aReturn, ...unset, ...NEW, items: [] }],
  claims: [{ ...aClaim, shipping_methods: [], transactions: [], claim_items: [], additional_items: [] }],
  changes: [
    aChange([], { id: 'ordch_old', status: 'canceled' }),
    aChange([], { change_type: 'claim', claim_id: 'claim_1', return_id: 'return_1' }),
    aChange([], { id: 'ordch_older', status: 'declined' }),
  ],
})

beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, {
    customers: [
      aCustomer({ ...customer, group_ids: ['cusgroup_1', 'cusgroup_gone'] }),
      aCustomer({ id: 'cus_2', email: 'two@example.com', group_ids: ['cusgroup_1'] }),
      aCustomer({ id: 'cus_gone', email: 'gone@example.com', group_ids: ['cusgroup_1'], deleted_at: '2026-02-02T00:00:00.000Z' }),
    ],
    customer_groups: [aGroup(), aGroup({ id: 'cusgroup_gone', deleted_at: '2026-02-02T00:00:00.000Z' })],
    orders: [plain, guests, gone, claimed],
  })
})
afterAll(() => service.stop())

const get = (id: string, query = '') => service.admin(getOrder, { params: { id }, query })
const preview = (id: string, query = '') => service.admin(previewOrder, { params: { id }, query })

/** Fields that are included whatever `fields` says. */
const statesOf = ({ status, version, payment_status, fulfillment_status }: OrderRecord) => ({
  ...{ status, version, payment_status, fulfillment_status },
  ...{ payment_collections: [], fulfillments: [] },
})

describe('get-order', () => {
  it('returns every field of the order, with its customer and totals, and nothing internal', async () => {
    const { status, body, etag } = await get(plain.id)

    expect({ status, etag }).toEqual({ status: 200, etag: expect.stringMatching(/^"1-[\w-]{22}"$/) })
    expect(getOrder.response.strict().safeParse(body).error).toBeUndefined()
    expect(Object.keys(body.order).sort()).toEqual(Object.keys(Order.shape).sort())
    expect(body.order).toMatchObject({
      id: plain.id,
      total: 85,
      return_requested_total: 25,
      fulfilled_total: 50,
      summary: { pending_difference: 60, current_order_total: 85, original_order_total: 85 },
      customer: { id: customer.id, groups: [{ id: 'cusgroup_1', name: 'Regulars', customers: null }] },
      items: [{ total: 75, refundable_total: 50, actions: [] }],
    })
  })

  it('returns an order without a customer', async () => {
    expect((await get(guests.id)).body.order.customer).toBeNull()
  })

  it.each(['order_none', gone.id, 'order.*.>'])('returns 404 for %s', async (id) => {
    const { status, body } = await get(id)

    expect({ status, body }).toEqual({
      status: 404,
      body: { type: 'not_found', message: `Order id not found: ${id}`, request_id: expect.any(String) },
    })
  })

  it('returns only the requested fields, and a group’s customers only if requested', async () => {
    expect((await get(plain.id, 'fields=id,raw_total,revision,outbox,changes,items.quantity')).body.order).toEqual({
      id: plain.id,
      raw_total: { value: '85', precision: 20 },
      items: [{ id: 'ordli_1', quantity: 3 }],
      ...statesOf(plain),
    })
    const { body } = await get(plain.id, 'fields=customer.groups.customers.id,customer.groups.customers.groups.name')
    expect(body.order.customer.groups).toEqual([
      {
        id: 'cusgroup_1',
        customers: [customer.id, 'cus_2'].sort().map((id) => ({ id, groups: [{ id: 'cusgroup_1', name: 'Regulars' }] })),
      },
    ])
  })
})

describe('whatever the fields parameter says, an order', () => {
  it('includes its version and statuses, and the ids of requested relations', async () => {
    expect((await get(plain.id, 'fields=id')).body.order).toEqual({ id: plain.id, ...statesOf(plain) })
    expect((await get(plain.id, 'fields=customer.email,region.name')).body.order).toEqual({
      id: plain.id,
      customer: { id: customer.id, email: customer.email },
      customer_id: customer.id,
      region: null,
      region_id: plain.region_id,
      ...statesOf(plain),
    })
  })

  it('shows the version of the order for parts stored without one', async () => {
    const id = 'order_unversioned'
    const credit = { id: 'ordcl_1', order_id: id, reference: null, reference_id: null, amount: 5, subtotal: 5, total: 5 }
    const adjusted = { id: 'adj_1', amount: 1 }
    const whole = anOrderRecord({ id, display_id: 9099, version: 3, items: [anItem({ adjustments: [adjusted] })] })
    const [item] = whole.items
    const { version: _, deleted_at: __, ...kept } = item!.adjustments[0]!
    const items = [{ ...item!, adjustments: [kept] }]
    const credit_lines = [{ ...credit, metadata: null, created_at: NOW, updated_at: NOW, deleted_at: null }]
    await insertMissing(service.db, { orders: [{ ...whole, items, credit_lines } as never] })
    const of = { version: 3, deleted_at: null }
    const shown = { items: [{ adjustments: [of] }], credit_lines: [of] }
    const fields = 'fields=id,items.adjustments.version,items.adjustments.deleted_at,credit_lines.version,credit_lines.deleted_at'
    expect((await get(id)).body.order).toMatchObject(shown)
    const { orders } = (await service.admin(listOrders, { query: `id=${id}&${fields}` })).body
    expect(orders).toMatchObject([shown])
  })

  it.each(['total', 'item_subtotal', 'credit_line_total', '*'])('includes the parts of totals with %s', async (field) => {
    const { order } = (await get(plain.id, `fields=${field},status`)).body

    expect(order).toMatchObject({
      items: [{ unit_price: 25, detail: { quantity: 3 }, tax_lines: [], adjustments: [] }],
      shipping_methods: [{ amount: 10, detail: { version: 1 }, tax_lines: [], adjustments: [] }],
      credit_lines: [],
      promotions: [],
      region_id: plain.region_id,
      customer_id: customer.id,
      sales_channel_id: plain.sales_channel_id,
    })
    expect(order.items[0]).not.toHaveProperty('product')
  })

  it('omits fields named with a minus', async () => {
    const { order } = (await get(plain.id, 'fields=total,-items.tax_lines,-shipping_methods,-payment_status')).body

    for (const name of ['shipping_methods', 'payment_status']) expect(order).not.toHaveProperty(name)
    expect(order.items[0]).toHaveProperty('adjustments')
    expect(order.items[0]).not.toHaveProperty('tax_lines')
  })
})

describe('the returns of an order', () => {
  it('are shown by the order and by the list if `fields` asks for them', async () => {
    expect((await get(claimed.id)).body.order).not.toHaveProperty('returns')
    expect((await get(claimed.id, 'fields=*returns')).body.order.returns).toMatchObject([{ id: 'return_1', refund_amount: 5 }])
    expect((await get(claimed.id, 'fields=id,returns.status&version=1')).body.order).toMatchObject({
      returns: [{ id: 'return_1', status: 'requested' }],
    })
    expect((await get(plain.id, 'fields=%2B*returns')).body.order).toMatchObject({ id: plain.id, total: 85, returns: [] })

    const list = async (query: string) => (await service.admin(listOrders, { query: `id=${claimed.id}${query}` })).body.orders
    expect((await list('&fields=id,returns.id'))[0].returns).toEqual([{ id: 'return_1' }])
    expect((await list('&fields=%2Breturns.items'))[0].returns).toEqual([{ id: 'return_1', items: [] }])
    expect((await list('&fields=id,*returns,*items.variant.product'))[0].returns).toMatchObject([{ id: 'return_1' }])
    expect((await list('&fields=%2Breturns'))[0].returns[0]).not.toHaveProperty('fulfillments')
    expect((await get(claimed.id, 'fields=%2Breturns')).body.order.returns[0]).not.toHaveProperty('fulfillments')
    expect((await list(''))[0]).not.toHaveProperty('returns')
  })
})

describe('preview-order', () => {
  it('of an order without an active change equals the order', async () => {
    const { status, body, etag } = await preview(plain.id)

    expect({ status, etag }).toEqual({ status: 200, etag: expect.stringMatching(/^"1-[\w-]{22}"$/) })
    expect(previewOrder.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toEqual((await get(plain.id)).body.order)
  })

  it('shows the active change, not finished ones', async () => {
    const { body } = await preview(claimed.id)

    expect(previewOrder.response.strict().safeParse(body).error).toBeUndefined()
    expect(Object.keys(body.order).sort()).toEqual(Object.keys(previewOrder.selects!.schema.shape).sort())
    expect(body.order.order_change).toMatchObject({ id: 'ordch_1', change_type: 'claim', order: null })
  })

  it('includes relations of the change when requested', async () => {
    const { body } = await preview(
      claimed.id,
      'fields=order_change.claim.return.id,order_change.return_order.status,order_change.order.total',
    )

    expect(body.order).toEqual({
      id: claimed.id,
      order_change: {
        id: 'ordch_1',
        claim: { id: 'claim_1', return: { id: 'return_1' } },
        return_order: { id: 'return_1', status: 'requested' },
        order: { id: claimed.id, total: 60 },
      },
      ...statesOf(claimed),
    })
  })

  it('returns 404 for unknown and deleted orders', async () => {
    expect((await preview('order_none')).body.message).toBe('Order with id: order_none was not found')
    expect((await preview(gone.id)).status).toBe(404)
  })

  it('reflects the last write to the order', async () => {
    await service.call(beginOrderEdit, { body: { order_id: guests.id } })

    expect(await preview(guests.id)).toMatchObject({ etag: '"2"', body: { order: { order_change: { actions: [] } } } })
  })
})
