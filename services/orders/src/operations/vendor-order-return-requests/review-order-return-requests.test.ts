import {
  beginOrderEdit,
  getOrder,
  getOrderReturnRequest,
  getVendorOrderReturnRequest,
  listOrderChanges,
  listOrderReturnRequests,
  listReturns,
  listVendorOrderReturnRequests,
  reviewOrderReturnRequest,
  reviewVendorOrderReturnRequest,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { FORBIDDEN, invalid, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { aReturnRequest } from '../../../test/asked-return.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const OWN = { actor: memberOf(ids.seller) }
const NOT_PENDING = invalid('Request is not in pending state!')
const UNKNOWN = (id: string) => [404, 'not_found', `Return request with id: ${id} was not found`]

const asked = (said: object = {}) => aReturnRequest(service, { seller_id: ids.seller, ...said })
const review = (id: string, status = 'refunded', body: object = {}, options: object = {}) =>
  service.send(reviewVendorOrderReturnRequest, {
    ...OWN,
    params: { id },
    query: 'fields=-order',
    body: { status, vendor_reviewer_note: 'As you say', ...body },
    ...options,
  })
const decide = (id: string, status = 'refunded', body: object = {}) =>
  service.admin(reviewOrderReturnRequest, {
    params: { id },
    query: 'fields=-order',
    body: { status, admin_reviewer_note: 'Decided', ...body } as never,
  })
const get = (id: string, query = 'fields=-order', options: object = {}) =>
  service.send(getVendorOrderReturnRequest, { ...OWN, params: { id }, query, ...options })
const returnsOf = async (order_id: string) =>
  (await service.call(listReturns, { query: `order_id=${order_id}&fields=*items` })).returns
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const changes = async (id: string) => (await service.call(listOrderChanges, { params: { id } })).order_changes

describe('review-vendor-order-return-request', () => {
  it('grants a request by creating a return, as the order’s next version', async () => {
    const made = await asked()
    const before = await order(made.order_id)
    const { status, body, etag } = await review(made.id, 'refunded', { location_id: ids.stock_location })
    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(reviewVendorOrderReturnRequest.response.strict().safeParse(body).error).toBeUndefined()
    const { vendor_review_date } = body.order_return_request
    expect(body.order_return_request).toMatchObject({
      ...{ id: made.id, status: 'refunded', vendor_reviewer_id: 'mem_1', vendor_reviewer_note: 'As you say' },
      ...{ updated_at: vendor_review_date, admin_reviewer_id: null },
    })
    expect((await get(made.id)).body).toEqual(body)
    const [back, ...others] = await returnsOf(made.order_id)
    expect([back, others]).toMatchObject([
      {
        ...{ status: 'requested', location_id: ids.stock_location, created_by: 'mem_1', exchange_id: null },
        items: [{ item_id: made.line, quantity: 3, note: null }],
      },
      [],
    ])
    const after = await order(made.order_id)
    expect([after.version, after.items[0]!.detail.return_requested_quantity]).toEqual([before.version + 1, 3])
    expect(await changes(made.order_id)).toMatchObject([
      { change_type: 'return_request', status: 'confirmed', confirmed_by: 'mem_1', return_id: back!.id },
    ])
    expect((await service.eventsOf(made.order_id, 3)).slice(1)).toMatchObject([
      { type: 'return-request.reviewed', ids: { id: made.id, order_id: made.order_id } },
      { type: 'order.return-requested', ids: { id: back!.id, order_id: made.order_id, no_notification: 'false' } },
    ])
  })

  it('creates one return for concurrent and retried reviews', async () => {
    const made = await asked()
    const op_id = mintOpId(Date.now())
    const granting = [1, 2, 3].map(() => review(made.id, 'refunded', {}, { op_id }))
    const replies = await Promise.all([...granting, review(made.id), review(made.id, 'withdrawn'), decide(made.id)])
    const granted = replies.filter(({ status }) => status === 200)
    expect(granted.length).toBeGreaterThan(0)
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(refusal(reply)).toEqual(NOT_PENDING)
    const { status } = (await get(made.id)).body.order_return_request
    expect(granted.every(({ body }) => body.order_return_request.status === status)).toBe(true)
    expect(await returnsOf(made.order_id)).toHaveLength(status === 'refunded' ? 1 : 0)
  })

  it('leaves the order unchanged when it rejects or escalates a request', async () => {
    for (const status of ['withdrawn', 'escalated']) {
      const made = await asked()
      const before = await order(made.order_id)
      const answer = await review(made.id, status, { vendor_reviewer_note: '', location_id: ids.foreign_stock_location })
      expect([answer.status, answer.body.order_return_request.status]).toEqual([200, status])
      expect([await order(made.order_id), await returnsOf(made.order_id)]).toEqual([before, []])
      expect(refusal(await review(made.id))).toEqual(NOT_PENDING)
    }
  })

  it('cannot grant a request made by a former customer of the order', async () => {
    const [made, other] = [await asked(), await asked()]
    const orders = service.db.collection<{ _id: string }>('orders')
    const ofBoth = { _id: { $in: [made.order_id, other.order_id] } }
    await orders.updateMany(ofBoth, { $set: { customer_id: 'cus_later' }, $inc: { revision: 1 } })

    for (const reply of [await review(made.id), await decide(made.id)])
      expect(refusal(reply)).toEqual(invalid('The order is no longer the one of the customer who asked for the return'))
    expect(await returnsOf(made.order_id)).toEqual([])
    expect((await review(made.id, 'withdrawn')).body.order_return_request.status).toBe('withdrawn')
    expect((await review(other.id, 'escalated')).body.order_return_request.status).toBe('escalated')
  })

  it('is rejected when the order does not allow the return, and the request stays pending', async () => {
    const unsent = await asked()
    await service.db
      .collection<{ _id: string }>('orders')
      .updateOne({ _id: unsent.order_id }, { $set: { 'items.0.detail.fulfilled_quantity': 1 }, $inc: { revision: 1 } })
    expect(refusal(await review(unsent.id))).toEqual(
      invalid(`Cannot request to return more items than what was fulfilled for item ${unsent.line}.`),
    )
    const edited = await asked()
    await service.call(beginOrderEdit, { body: { order_id: edited.order_id } })
    expect(refusal(await review(edited.id))).toEqual(
      invalid(`Order (${edited.order_id}) already has an existing active order change`),
    )
    for (const { id, order_id } of [unsent, edited])
      expect([(await get(id)).body.order_return_request.status, await returnsOf(order_id)]).toEqual(['pending', []])
    expect((await review(edited.id, 'escalated')).status).toBe(200)
  })

  it('rejects locations that are not the seller’s', async () => {
    const made = await asked()
    for (const location_id of [ids.foreign_stock_location, 'sloc_none'])
      expect(refusal(await review(made.id, 'refunded', { location_id }))).toEqual(
        invalid(
          `Cannot receive the Return at location ${location_id}: name one of your stock locations, where its items are stocked, as location_id`,
        ),
      )
    expect((await review(made.id)).status).toBe(200)
    expect(await returnsOf(made.order_id)).toMatchObject([{ location_id: null }])
  })

  it('rejects requests about other sellers’ orders like unknown ones, and invalid bodies', async () => {
    const foreign = await asked({ seller_id: ids.foreign_seller })
    const own = await asked({ seller_id: null })
    for (const id of [foreign.id, own.id, 'oretreq_none']) {
      expect(refusal(await review(id))).toEqual(FORBIDDEN)
      expect(refusal(await get(id))).toEqual(FORBIDDEN)
    }
    const { id } = await asked()
    for (const body of [{ status: 'pending' }, { status: 'canceled' }, { vendor_reviewer_note: undefined }, { foo: 1 }])
      expect((await review(id, 'refunded', body)).status).toBe(400)
    expect((await review(id, 'withdrawn', {}, { if_match: '"0"' })).status).toBe(412)
    const { etag } = await get(id)
    expect((await review(id, 'withdrawn', {}, { if_match: etag })).status).toBe(200)
  })
})

describe('review-order-return-request', () => {
  it('decides escalated requests, and those that sellers have not answered', async () => {
    const [left, open] = [await asked(), await asked()]
    await review(left.id, 'escalated')
    const { status, body } = await decide(left.id, 'refunded', { location_id: 'sloc_any' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(reviewOrderReturnRequest.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order_return_request).toMatchObject({
      ...{ status: 'refunded', vendor_reviewer_id: 'mem_1', vendor_reviewer_note: 'As you say' },
      ...{ admin_reviewer_id: 'user_1', admin_reviewer_note: 'Decided', admin_review_date: expect.any(String) },
    })
    expect(await returnsOf(left.order_id)).toMatchObject([{ location_id: 'sloc_any', created_by: 'user_1' }])
    expect((await decide(open.id, 'withdrawn')).body.order_return_request.status).toBe('withdrawn')
    for (const { id } of [left, open]) {
      expect(refusal(await decide(id))).toEqual(NOT_PENDING)
      expect(refusal(await review(id))).toEqual(NOT_PENDING)
    }
    expect(refusal(await decide('oretreq_none'))).toEqual(UNKNOWN('oretreq_none'))
    expect((await decide(open.id, 'escalated')).status).toBe(400)
  })
})

describe('get-order-return-request', () => {
  it('includes the order as administrators see it', async () => {
    const { id, order_id } = await asked()
    const { status, body } = await service.admin(getOrderReturnRequest, { params: { id }, query: 'fields=order_id,order.id' })
    expect([status, body]).toEqual([200, { order_return_request: { id, order_id, order: { id: order_id } } }])
    const none = await service.admin(getOrderReturnRequest, { params: { id: 'oretreq_none' } })
    expect(refusal(none)).toEqual(UNKNOWN('oretreq_none'))
    expect((await service.admin(getVendorOrderReturnRequest, { params: { id } })).status).toBe(401)
  })

  it('shows sellers only the payment data that the order itself shows them', async () => {
    const { id, order_id } = await asked()
    await service.db
      .collection<{ _id: string }>('orders')
      .updateOne({ _id: order_id }, { $set: { 'payment_collections.0.payments.0.data': { token: 'of the provider' } } })
    const query = 'fields=%2Border.payment_collections'
    expect((await get(id, query)).text).not.toContain('of the provider')
    expect((await service.admin(getOrderReturnRequest, { params: { id }, query })).text).toContain('of the provider')
  })
})

describe('lists of return requests', () => {
  const SELLER = 'sel_lists'
  const list = async (query = '') => (await service.send(listVendorOrderReturnRequests, { actor: memberOf(SELLER), query })).body
  let requests: string[]
  beforeAll(async () => {
    requests = []
    for (let n = 0; n < 3; n++) requests.push((await asked({ seller_id: SELLER })).id)
    await asked({ seller_id: 'sel_lists_not' })
    await review(requests[2]!, 'withdrawn', {}, { actor: memberOf(SELLER) })
  })

  it('contain those of the seller’s orders, oldest first, as the vendor panel requests them', async () => {
    const body = await list('fields=*order.customer,%2Bcreated_at')
    expect(listVendorOrderReturnRequests.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 50 })
    const shown = body.order_return_request as { id: string; order: { customer: unknown; items?: unknown } }[]
    expect(shown.map(({ id }) => id)).toEqual(requests)
    expect(shown[0]!.order).toMatchObject({ seller_id: SELLER, customer: null })
    const idsOf = async (query: string) => (await list(query)).order_return_request.map(({ id }: { id: string }) => id)
    expect(await idsOf('status=withdrawn')).toEqual([requests[2]])
    expect(await idsOf('status=pending&order=-created_at&limit=1')).toEqual([requests[1]])
    expect(await idsOf(`id=${requests[0]}&fields=id`)).toEqual([requests[0]])
    expect(await idsOf('order=-updated_at&limit=1')).toEqual([requests[2]])
  })

  it('contain those of all orders for administrators', async () => {
    const all = await service.call(listOrderReturnRequests, { query: `id[]=${requests[0]}&id[]=${requests[2]}` })
    expect(listOrderReturnRequests.response.strict().safeParse(all).error).toBeUndefined()
    expect(all.order_return_request.map(({ id }) => id)).toEqual([requests[0], requests[2]])
    expect((await service.call(listOrderReturnRequests, { query: 'limit=0' })).count).toBeGreaterThan(5)
  })

  it('examine no requests that they do not show, whatever the query', async () => {
    const { filters, orders } = queriesOf(listVendorOrderReturnRequests)
    for (const query of ['', ...filters, ...orders]) {
      const plans = await plansOf(service.db, () => list(`fields=id&${query}`))
      for (const { docsExamined = 0, planSummary } of plans) {
        expect([query, planSummary]).not.toEqual([query, 'COLLSCAN'])
        expect(docsExamined, query).toBeLessThan(10)
      }
    }
    const allOf = (query: string) => service.admin(listOrderReturnRequests, { query: `fields=id&limit=1&${query}` })
    const plans = await plansOf(service.db, async () => {
      for (const query of orders) await allOf(query)
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})
