import {
  createOrderReturnRequest,
  getOrder,
  getOwnOrderReturnRequest,
  getStoreOrder,
  listOrderChanges,
  listOwnOrderReturnRequests,
  listOwnOrders,
  previewOrder,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededReturnReasons } from '../../../../../tools/seed/reasons.ts'
import { anArrivedOrder, aReturnRequest, askFor, customer } from '../../../test/asked-return.ts'
import { GUEST, type OrdersUnderTest, startOrders, startSellers } from '../../../test/service.ts'

let service: OrdersUnderTest
let sellers: Awaited<ReturnType<typeof startSellers>>
const [coarse, reason] = seededReturnReasons as [(typeof seededReturnReasons)[0], (typeof seededReturnReasons)[0]]
beforeAll(async () => {
  service = await startOrders()
  sellers = await startSellers(service.servers)
  await insertMissing(service.db, { return_reasons: seededReturnReasons })
})
afterAll(async () => {
  await sellers.stop()
  await service.stop()
})

const get = (id: string, customer_id: string, query = '') =>
  service.send(getOwnOrderReturnRequest, { actor: customer(customer_id), params: { id }, query })

describe('create-order-return-request', () => {
  it('creates a pending request, publishes an event, and leaves the order unchanged', async () => {
    const made = await anArrivedOrder(service)
    const before = (await service.call(getOrder, { params: { id: made.order_id } })).order
    const line_items = [{ line_item_id: made.line, quantity: 3, reason_id: reason.id }]
    const { status, body, etag } = await askFor(service, made, { line_items, shipping_option_id: 'so_1' })
    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(createOrderReturnRequest.response.strict().safeParse(body).error).toBeUndefined()
    const { id, created_at } = body.order_return_request
    const dates = { created_at, updated_at: created_at, deleted_at: null }
    expect(body.order_return_request).toEqual({
      ...{ id: expect.stringMatching(/^oretreq_/), order_id: made.order_id, customer_id: made.order.customer_id },
      ...{ customer_note: 'Too long', shipping_option_id: 'so_1', status: 'pending' },
      line_items: [{ ...line_items[0], id: expect.stringMatching(/^oretreqli_/), return_request_id: id, ...dates }],
      ...{ vendor_reviewer_id: null, vendor_reviewer_note: null, vendor_review_date: null },
      ...{ admin_reviewer_id: null, admin_reviewer_note: null, admin_review_date: null },
      ...dates,
    })
    expect((await get(id, made.order.customer_id!, 'fields=-order')).body).toEqual(body)
    expect((await service.call(getOrder, { params: { id: made.order_id } })).order).toEqual(before)
    expect(await service.eventsOf(made.order_id, 1)).toMatchObject([
      { type: 'return-request.created', ids: { id, order_id: made.order_id } },
    ])
  })

  it('includes the order, its items and its seller by default', async () => {
    const seller = { id: 'sel_asked', name: 'Shop', handle: 'shop', store_status: 'ACTIVE', tax_id: 'DE999', members: [] }
    const dates = { created_at: '2026-04-01T00:00:00.000Z', updated_at: '2026-04-01T00:00:00.000Z', deleted_at: null }
    await insertMissing(sellers.db, { sellers: [{ ...seller, ...dates } as never] })
    const made = await anArrivedOrder(service, { seller_id: seller.id })
    const { id } = (await askFor(service, made)).body.order_return_request
    const { body } = await get(id, made.order.customer_id!)
    expect(getOwnOrderReturnRequest.response.strict().safeParse(body).error).toBeUndefined()
    const { order } = body.order_return_request
    expect(order).toMatchObject({ id: made.order_id, items: [{ id: made.line }], seller: { id: seller.id, name: 'Shop' } })
    expect(order.seller).not.toHaveProperty('tax_id')
    expect(Object.keys(order).filter((name) => /return_request$|outgoing|parcel_units|changes|revision/.test(name))).toEqual([])
    const { items: _, ...rest } = order
    expect(JSON.stringify(rest)).not.toContain('Too long')
  })

  it('creates one request per order for concurrent and retried requests', async () => {
    const made = await anArrivedOrder(service)
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2, 3].map(() => askFor(service, made, {}, { op_id })), askFor(service, made)])
    const granted = replies.filter(({ status }) => status === 200)
    expect(new Set(granted.map(({ body }) => body.order_return_request.id)).size).toBe(1)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(refusal(reply)).toEqual(invalid('Order return request already exists'))
    expect(refusal(await askFor(service, made))).toEqual(invalid('Order return request already exists'))
  })

  it('lets a later customer of the order replace the request of the former one', async () => {
    const later = 'cus_later'
    const made = await aReturnRequest(service)
    await service.db
      .collection('orders')
      .updateOne({ _id: made.order_id as never }, { $set: { customer_id: later }, $inc: { revision: 1 } })

    const { status, body } = await askFor(service, made, {}, { actor: customer(later) })

    expect([status, body.order_return_request?.customer_id], JSON.stringify(body)).toEqual([200, later])
    const { id } = body.order_return_request
    expect(id).not.toBe(made.id)
    expect((await get(id, later)).status).toBe(200)
    for (const customer_id of [later, made.order.customer_id!]) expect((await get(made.id, customer_id)).status).toBe(404)
    const again = await askFor(service, made, {}, { actor: customer(later) })
    expect(refusal(again)).toEqual(invalid('Order return request already exists'))
  })

  it('rejects drafts, deleted orders and orders of other customers like unknown ones', async () => {
    const own = await anArrivedOrder(service)
    const unknown = (id: string) => [404, 'not_found', `Order id not found: ${id}`]
    const others = await Promise.all([
      anArrivedOrder(service, { customer_id: 'cus_other' }),
      anArrivedOrder(service, { is_draft_order: true }),
      anArrivedOrder(service, { deleted_at: '2026-04-01T00:00:00.000Z' }),
    ])
    for (const order_id of [...others.map((one) => one.order_id), 'order_none'])
      expect(refusal(await askFor(service, own, { order_id }))).toEqual(unknown(order_id))
    expect((await askFor(service, own, {}, { actor: GUEST })).status).toBe(401)
    expect((await askFor(service, own)).status).toBe(200)
  })

  it('rejects items and reasons that do not fit, naming why', async () => {
    const made = await anArrivedOrder(service)
    const of = (...line_items: object[]) =>
      askFor(service, made, { line_items: line_items.map((one) => ({ line_item_id: made.line, quantity: 1, ...one })) })
    expect(refusal(await of())).toEqual(invalid('Order return request should have at least 1 item'))
    expect(refusal(await of({ line_item_id: 'ordli_none' }))).toEqual(invalid('Invalid line item'))
    const few = invalid(`Line item ${made.line} has only 4 to return`)
    expect(refusal(await of({ quantity: 4.5 }))).toEqual(few)
    expect(refusal(await of({ quantity: 2 }, { quantity: 3 }))).toEqual(few)
    expect(refusal(await of({ reason_id: 'rr_none' }))).toEqual(invalid('Invalid reason'))
    expect(refusal(await of({ reason_id: coarse.id }))).toEqual(
      invalid(
        `Cannot apply return reason with id ${coarse.id} to order with id ${made.order_id}. Return reason has nested reasons.`,
      ),
    )
    for (const item of [{ quantity: 0 }, { quantity: -1 }, { quantity: '1' }, { line_item_id: '' }])
      expect((await of(item)).status).toBe(400)
    expect((await askFor(service, made, { customer_note: undefined })).status).toBe(400)
    expect((await askFor(service, made, { foo: 1 })).status).toBe(400)
    expect((await of({ quantity: 4 })).status).toBe(200)
    const canceled = await anArrivedOrder(service, { status: 'canceled' })
    expect(refusal(await askFor(service, canceled))).toEqual(invalid(`Order with id ${canceled.order_id} has been canceled.`))
  })

  it('keeps the request out of all responses about the order', async () => {
    const { order_id, order } = await aReturnRequest(service, {}, { customer_note: 'A note of the customer' })
    const answers = await Promise.all([
      service.admin(getOrder, { params: { id: order_id } }),
      service.admin(previewOrder, { params: { id: order_id } }),
      service.admin(listOrderChanges, { params: { id: order_id }, query: 'fields=*order' }),
      service.send(getStoreOrder, { actor: customer('cus_any'), params: { id: order_id } }),
      service.send(listOwnOrders, { actor: customer(order.customer_id!), query: `id=${order_id}` }),
    ])
    for (const { status, text } of answers) expect([status, text.includes('A note of the customer')]).toEqual([200, false])
  })
})

describe('get-own-order-return-request', () => {
  it('returns 404 for unknown requests and requests about other customers’ orders', async () => {
    const { id, order } = await aReturnRequest(service)
    expect((await get(id, order.customer_id!, 'fields=status,order.id')).body).toEqual({
      order_return_request: { id, status: 'pending', order: { id: order.id } },
    })
    const unknown = (of: string) => [404, 'not_found', `Return request with id: ${of} was not found`]
    expect(refusal(await get(id, 'cus_other'))).toEqual(unknown(id))
    expect(refusal(await get('oretreq_none', order.customer_id!))).toEqual(unknown('oretreq_none'))
  })

  it('shows only storefront data of fulfillments, payments and the customer, and no ids of staff', async () => {
    const { id, order } = await aReturnRequest(service)
    await service.db.collection<{ _id: string }>('orders').updateOne(
      { _id: order.id },
      {
        $set: {
          'payment_collections.0.payments.0.data': { token: 'of the provider' },
          'fulfillments.0.created_by': 'mem_secret',
          'return_request.vendor_reviewer_id': 'mem_secret',
          'return_request.admin_reviewer_id': 'user_secret',
        },
      },
    )
    const query = 'fields=%2Border.payment_collections,%2Border.fulfillments,*order.customer'
    const { status, text } = await get(id, order.customer_id!, query)
    expect([status, /of the provider|_secret/.exec(text)]).toEqual([200, null])
  })
})

describe('after a transfer of the order', () => {
  it('the request of the former customer is shown to neither customer', async () => {
    const { id, order_id, order } = await aReturnRequest(service, {}, { customer_note: 'A note of the former customer' })
    const moved = `cus_new_${order_id}`
    await service.db
      .collection<{ _id: string }>('orders')
      .updateOne({ _id: order_id }, { $set: { customer_id: moved }, $inc: { revision: 1 } })
    for (const customer_id of [moved, order.customer_id!]) {
      expect((await get(id, customer_id)).status).toBe(404)
      const listed = await service.send(listOwnOrderReturnRequests, { actor: customer(customer_id), query: `id=${id}` })
      expect(listed.body).toMatchObject({ count: 0, order_return_requests: [] })
    }
  })
})

describe('list-own-order-return-requests', () => {
  const list = async (query = '', customer_id = 'cus_lists') =>
    (await service.send(listOwnOrderReturnRequests, { actor: customer(customer_id), query })).body
  const idsOf = async (query = '', customer_id?: string) =>
    (await list(query, customer_id)).order_return_requests.map(({ id }: { id: string }) => id)
  let requests: { id: string; order_id: string }[]
  beforeAll(async () => {
    requests = []
    for (let n = 0; n < 3; n++) requests.push(await aReturnRequest(service, { customer_id: 'cus_lists', seller_id: null }))
    await anArrivedOrder(service, { customer_id: 'cus_lists', seller_id: null })
    await aReturnRequest(service, { customer_id: 'cus_lists_not' })
  })

  it('lists only requests of the current customer, oldest first', async () => {
    const body = await list()
    expect(listOwnOrderReturnRequests.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 50 })
    expect(body.order_return_requests[0]).toMatchObject({ order: { id: requests[0]!.order_id, seller: null, items: [{}] } })
    const all = requests.map(({ id }) => id)
    expect(await idsOf()).toEqual(all)
    expect(await idsOf('order=-created_at&limit=2&fields=id')).toEqual(all.toReversed().slice(0, 2))
    expect(await idsOf(`order_id=${requests[1]!.order_id}`)).toEqual([all[1]])
    expect(await idsOf('status=refunded')).toEqual([])
    expect(await idsOf('', 'cus_none')).toEqual([])
  })

  it('uses an index for every query', async () => {
    const { filters, orders } = queriesOf(listOwnOrderReturnRequests)
    for (const query of ['', ...filters, ...orders]) {
      const plans = await plansOf(service.db, () => list(`fields=id&${query}`))
      for (const { docsExamined = 0, planSummary } of plans) {
        expect([query, planSummary]).not.toEqual([query, 'COLLSCAN'])
        expect(docsExamined, query).toBeLessThan(10)
      }
    }
  })
})
