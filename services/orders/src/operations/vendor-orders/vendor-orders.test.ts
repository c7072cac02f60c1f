import {
  addOrderEditShippingMethod,
  beginOrderEdit,
  getVendorOrder,
  getVendorOrderCommission,
  listSellerOrders,
  listVendorOrderChanges,
  listVendorOrders,
} from '@souk/contracts'
import { FORBIDDEN, plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fulfillment } from '../../../../../tools/seed/fulfillments.ts'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../../../tools/seed/orders.ts'
import { anItem } from '../../../test/builders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { EXPRESS, memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, {
    customers: [aCustomer()],
    orders: [
      ...seededOrders().map((order) => ({ ...order, display_id: order.display_id + 1_000_000 })),
      ...[0, 1, 2, 3].map((n) =>
        anOrderRecord({
          id: `order_a${n}`,
          seller_id: 'sel_a',
          created_at: at(n),
          customer_id: `cus_${n % 2}`,
          ...(n === 2 && { payment_status: 'captured', fulfillment_status: 'delivered' }),
        }),
      ),
      anOrderRecord({ id: 'order_b', seller_id: 'sel_b', created_at: at(9) }),
      anOrderRecord({ id: 'order_gone', seller_id: 'sel_a', deleted_at: at(9) }),
      anOrderRecord({ id: 'order_draft', seller_id: 'sel_a', is_draft_order: true }),
      anOrderRecord({ id: 'order_nobodys', seller_id: null }),
    ],
  })
})
afterAll(() => service.stop())

const as = (seller_id: string) => ({ actor: memberOf(seller_id) })
const list = (query = '', seller = 'sel_a') => service.send(listVendorOrders, { ...as(seller), query })
const get = (id: string, seller = 'sel_a', query = '') => service.send(getVendorOrder, { ...as(seller), params: { id }, query })
const changes = (id: string, seller = 'sel_a', query = '') =>
  service.send(listVendorOrderChanges, { ...as(seller), params: { id }, query })
const idsOf = ({ body }: { body: { orders: { id: string }[] } }) => body.orders.map(({ id }) => id)

describe('list-seller-orders', () => {
  it('returns the seller’s own list to administrators, and nothing for an unknown seller', async () => {
    const actor = { type: 'user', id: 'user_1', identity_id: null } as const
    const ask = (id: string, query = '') => service.send(listSellerOrders, { actor, params: { id }, query })
    const query = 'order=created_at&limit=2&fields=%2Bsplit_order_payment'
    expect((await ask('sel_a', query)).body).toEqual((await list(query)).body)
    expect(idsOf(await ask('sel_a'))).toEqual(['order_a0', 'order_a1', 'order_a2', 'order_a3'])
    expect((await ask('sel_none')).body).toMatchObject({ orders: [], count: 0 })
    expect((await service.send(listSellerOrders, { ...as('sel_a'), params: { id: 'sel_a' } })).status).toBe(401)
  })
})

describe('list-vendor-orders', () => {
  it('lists only the seller’s orders, newest first, without drafts and deleted ones', async () => {
    const reply = await list()

    expect(reply.status).toBe(200)
    expect(listVendorOrders.response.strict().safeParse(reply.body).error).toBeUndefined()
    expect(reply.body).toMatchObject({ count: 4, offset: 0, limit: 50 })
    expect(idsOf(reply)).toEqual(['order_a3', 'order_a2', 'order_a1', 'order_a0'])
    expect(reply.body.orders[0]).toMatchObject({ total: 60, items: [{ id: 'ordli_1' }], payment_status: 'not_paid' })
    expect(idsOf(await list('', 'sel_b'))).toEqual(['order_b'])
    expect((await list('', 'sel_new')).body).toMatchObject({ orders: [], count: 0 })
  })

  it('shows what is in each parcel, and its labels, by default; administrators see them on request', async () => {
    const parcel = fulfillment({ n: 1, items: [anItem()], days: [1, 2, null] })
    await insertMissing(service.db, {
      orders: [anOrderRecord({ id: 'order_sent', seller_id: 'sel_sent', fulfillments: [parcel] })],
    })
    const parts = { items: parcel.items.map(({ id }) => ({ id })), labels: parcel.labels.map(({ id }) => ({ id })) }
    expect([parts.items.length, parts.labels.length]).toEqual([1, 1])
    for (const query of ['', 'fields=%2Bcustomer_id,-summary'])
      expect((await list(query, 'sel_sent')).body.orders[0].fulfillments).toMatchObject([{ id: parcel.id, ...parts }])
    const [brief] = (await list('fields=id', 'sel_sent')).body.orders
    const [theirs] = (await service.admin(listSellerOrders, { params: { id: 'sel_sent' } })).body.orders
    for (const order of [brief, theirs]) {
      expect(order.fulfillments).toMatchObject([{ id: parcel.id }])
      for (const part of ['items', 'labels']) expect(order.fulfillments[0]).not.toHaveProperty(part)
    }
  })

  it.each([
    ['limit=1&offset=1', ['order_a2'], 4],
    ['order=created_at&limit=1', ['order_a0'], 4],
    ['customer_id=cus_1', ['order_a3', 'order_a1'], 2],
    ['id[]=order_a0&id[]=order_b', ['order_a0'], 1],
    ['with_deleted=true', ['order_a3', 'order_a2', 'order_a1', 'order_a0'], 4],
    ['status=canceled', [], 0],
    ['payment_status=refunded', [], 0],
    ['payment_status[]=captured&payment_status[]=awaiting&fulfillment_status=delivered', ['order_a2'], 1],
    ['q=shirt&limit=1', ['order_a3'], 4],
    ['q=nothing', [], 0],
  ])('returns the page %s with its true count', async (query, expected, count) => {
    const reply = await list(query)

    expect([idsOf(reply), reply.body.count]).toEqual([expected, count])
  })

  it('rejects actors that are not members, and unknown query parameters', async () => {
    expect((await service.admin(listVendorOrders)).status).toBe(401)
    expect(refusal(await list('foo=1'))).toEqual([400, 'invalid_data', "Invalid request: Unrecognized fields: 'foo'"])
  })

  it("examines no other seller's orders, whatever the query", async () => {
    await insertMissing(service.db, {
      orders: Array.from({ length: 300 }, (_, n) =>
        anOrderRecord({ id: `order_other${n}`, seller_id: `sel_${n}`, created_at: at(20) }),
      ),
    })
    const sent = { status: 'canceled', payment_status: 'refunded', fulfillment_status: 'shipped', created_at: '2027-01-01' }
    const { filters, orders } = queriesOf(listVendorOrders, sent)
    for (const query of [...orders, ...filters.filter((one) => /^(payment_|fulfillment_)?status/.test(one))]) {
      for (const { planSummary, hasSortStage = false, docsExamined, op, command } of await plansOf(service.db, () =>
        list(`fields=id&limit=3&${query}`),
      )) {
        expect({ query, planSummary }).toEqual({ query, planSummary: expect.not.stringContaining('COLLSCAN') })
        expect({ query, isOwn: docsExamined <= 5 }).toEqual({ query, isOwn: true })
        const isPage = op === 'query' && command.find === 'orders' && query.startsWith('order=')
        if (isPage) expect({ query, hasSortStage, isFew: docsExamined <= 5 }).toEqual({ query, hasSortStage: false, isFew: true })
      }
    }
    await service.db.collection('orders').deleteMany({ _id: { $regex: '^order_other' } as never })
  })

  it('counts many orders once a second at most, and few each time, for each seller and filter by itself', async () => {
    const of = (seller_id: string, count: number) => Array.from({ length: count }, () => anOrderRecord({ seller_id }))
    await insertMissing(service.db, { orders: [...of('sel_many', 101), ...of('sel_few', 99)] })
    const pages = Array.from({ length: 20 }, (_, offset) => () => list(`limit=1&offset=${offset}`, 'sel_many'))
    const startedAt = performance.now()
    const plans = await plansOf(service.db, async () => {
      for (const page of pages) expect((await page()).body.count).toBe(101)
    })
    const seconds = (performance.now() - startedAt) / 1000
    const counted = plans.filter(({ command }) => command.aggregate === 'orders')
    expect(plans.length - counted.length).toBeGreaterThanOrEqual(pages.length)
    expect(counted.length).toBeLessThanOrEqual(1 + seconds)

    const countOf = async (query: string, seller: string) => (await list(`limit=1&${query}`, seller)).body.count
    expect(await countOf('', 'sel_few')).toBe(99)
    await insertMissing(service.db, { orders: of('sel_few', 1) })
    expect(await countOf('', 'sel_few')).toBe(100)
    expect(await countOf('status=pending&customer_id=cus_none', 'sel_many')).toBe(0)
    expect(await countOf('status=pending', 'sel_many')).toBe(101)
    await service.db.collection('orders').deleteMany({ seller_id: { $in: ['sel_many', 'sel_few'] } })
  })
})

describe('get-vendor-order-commission', () => {
  it('returns a commission of 0, with the revision of the order', async () => {
    const { status, body, etag } = await service.send(getVendorOrderCommission, { ...as('sel_a'), params: { id: 'order_a0' } })
    expect({ status, etag }).toEqual({ status: 200, etag: (await get('order_a0')).etag?.replace(/-.*"$/, '"') })
    expect(body).toEqual({ commission: { commission_value: { amount: '0', currency_code: 'eur' }, commission_lines: [] } })
    const foreign = await service.send(getVendorOrderCommission, { ...as('sel_a'), params: { id: 'order_b' } })
    expect(refusal(foreign)).toEqual(FORBIDDEN)
  })
})

describe('get-vendor-order', () => {
  it('returns an order of the seller', async () => {
    const { status, body } = await get('order_a0')

    expect(status).toBe(200)
    expect(getVendorOrder.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order).toMatchObject({ id: 'order_a0', total: 60, seller_id: 'sel_a' })
  })

  it('includes the split payment, and returns when requested', async () => {
    const [collection] = (await get(ids.order, ids.seller, 'fields=payment_collections')).body.order.payment_collections
    expect(collection).toMatchObject({ status: 'not_paid' })
    const split_order_payment = { status: 'not_paid', captured_amount: 0, payment_collection_id: collection.id }
    expect((await get(ids.order, ids.seller)).body.order).toMatchObject({ split_order_payment })
    expect((await get(ids.order, ids.seller)).body.order).not.toHaveProperty('returns')
    expect((await get(ids.rich_order, ids.seller, 'fields=*returns')).body.order.returns).not.toEqual([])
    expect((await get(ids.order, ids.seller, 'fields=*returns')).body.order.returns).toEqual([])
    const query = `id=${ids.order}&fields=`
    for (const fields of ['id', 'split_order_payment', 'id,payment_collections.amount', '*payment_collections'])
      expect((await list(query + fields, ids.seller)).body.orders).toMatchObject([{ id: ids.order, split_order_payment }])
    expect((await list(`${query}id,-split_order_payment`, ids.seller)).body.orders[0]).not.toHaveProperty('payment_collections')
  })

  it('includes a split payment with the status of the order, also if its payment collection was canceled', async () => {
    const [collection] = (await get(ids.order, ids.seller, 'fields=payment_collections')).body.order.payment_collections
    const payment_collections = [{ ...collection, id: 'pay_col_x', status: 'canceled' }]
    const credited = { payment_status: 'captured', payment_collections } as const
    await insertMissing(service.db, {
      orders: [anOrderRecord({ ...credited, id: 'order_credited', seller_id: 'sel_credited' } as object)],
    })
    const split_order_payment = { status: 'captured', captured_amount: 0, payment_collection_id: 'pay_col_x' }
    expect((await get('order_credited', 'sel_credited')).body.order).toMatchObject({ split_order_payment })
    const { orders } = (await list('fields=id,split_order_payment', 'sel_credited')).body
    expect(orders).toMatchObject([{ id: 'order_credited', split_order_payment }])
  })

  it.each(['order_b', 'order_none', 'order_gone', 'order_draft', 'order_nobodys'])('rejects %s', async (id) => {
    expect(refusal(await get(id))).toEqual(FORBIDDEN)
    expect(refusal(await changes(id))).toEqual(FORBIDDEN)
  })

  it('returns the requested fields, and accepts the parameters of lists', async () => {
    expect((await get('order_a0', 'sel_a', 'fields=id,total,-items&limit=1&offset=0')).body.order).toMatchObject({
      id: 'order_a0',
      total: 60,
    })
    expect((await get('order_a0', 'sel_a', 'foo=1')).status).toBe(400)
  })
})

describe('list-vendor-order-changes', () => {
  it('lists the changes of the order without the notes of administrators', async () => {
    await service.call(beginOrderEdit, { body: { order_id: 'order_a1', internal_note: 'secret', description: 'Faster' } })
    const params = { id: 'order_a1' }
    await service.call(addOrderEditShippingMethod, { params, body: { shipping_option_id: EXPRESS, internal_note: 'secret' } })

    const { status, body } = await changes('order_a1')

    expect(status).toBe(200)
    expect(listVendorOrderChanges.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({
      count: 1,
      order_changes: [
        {
          change_type: 'edit',
          status: 'pending',
          description: 'Faster',
          internal_note: null,
          actions: [{ internal_note: null }],
        },
      ],
    })
    expect(JSON.stringify(body)).not.toContain('secret')
    expect((await changes('order_a1', 'sel_a', 'status=confirmed')).body).toMatchObject({ count: 0, order_changes: [] })
  })
})
