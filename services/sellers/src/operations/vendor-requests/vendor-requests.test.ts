import {
  batchVendorRequests,
  createVendorRequest,
  getRequest,
  listRequests,
  listVendorRequests,
  MAX_PENDING_REQUESTS,
  MAX_REQUESTS_A_DAY,
  updateVendorRequest,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { FORBIDDEN, invalid, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededReviews } from '../../../../../tools/seed/reviews.ts'
import { seededSellersRequests } from '../../../../../tools/seed/sellers-requests.ts'
import { aSeller, memberOf } from '../../../test/builders.ts'
import { requesting } from '../../../test/requesting.ts'
import { ASKED, requestingOfSellers } from '../../../test/sellers-requests.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'

let service: SellersUnderTest
beforeAll(async () => {
  service = await startForAdministrators()
  const [seeded] = seededReviews
  await insertMissing(service.db, {
    sellers: [aSeller({ id: 'sel_asks', handle: 'asks', name: 'Asker', members: [] })],
    reviews: [
      { ...seeded!, id: 'rev_own', order_id: 'order_own', seller_id: 'sel_asks' },
      { ...seeded!, id: 'rev_other', order_id: 'order_other', seller_id: 'sel_other' },
    ],
  })
})
afterAll(() => service.stop())

const { as, ask, review } = requestingOfSellers(() => service)
const { send, asked, get } = as('sel_asks')
const other = as('sel_other')
const update = (id: string, request: object, options: object = {}) =>
  send(updateVendorRequest, { params: { id }, body: { request }, ...options })
const REVIEWED = invalid('Request is already reviewed!')

describe('create-vendor-request', () => {
  it.each(Object.entries(ASKED))('creates a request of the seller, and publishes an event: %s', async (type, data) => {
    const request = { type, data: type === 'review_remove' ? { ...data, review_id: 'rev_own' } : data }
    const { status, body, etag } = await send(createVendorRequest, { body: { request } })
    expect([status, etag], JSON.stringify(body)).toEqual([201, '"1"'])
    const { id, created_at } = body.request
    expect(body.request).toEqual({
      ...{ id: expect.stringMatching(/^req_/), ...request, submitter_id: 'mem_1' },
      ...{ reviewer_id: null, reviewer_note: null, status: 'pending', created_at, updated_at: created_at },
    })
    expect((await get(id)).body).toEqual(body)
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'request.created', ids: { id, submitter_id: 'mem_1' } }])
  })

  it('creates one request when retried; a seller may have several requests at a time', async () => {
    const op_id = mintOpId(Date.now())
    const { send: sendAs } = as('sel_repeats')
    const body = { request: { type: 'product_tag', data: { value: 'again' } } }
    const replies = await Promise.all([1, 2, 3].map(() => sendAs(createVendorRequest, { body, op_id })))
    expect(new Set(replies.map((reply) => reply.body.request.id)).size).toBe(1)
    expect((await sendAs(createVendorRequest, { body })).status).toBe(201)
    expect((await sendAs(listVendorRequests)).body.count).toBe(2)
  })

  it('rejects what sellers cannot ask for', async () => {
    const of = (type: string, data: object) => ask({ type, data })
    for (const type of ['seller', 'product', 'product_update', 'nothing'])
      expect((await of(type, { product_id: 'prod_1', name: 'n' })).status, type).toBe(400)
    expect((await of('product_tag', {})).status).toBe(400)
    expect((await of('product_tag', { value: '' })).status).toBe(400)
    expect((await of('product_collection', { title: 'T' })).status).toBe(400)
    expect((await of('product_tag', { value: 'v', metadata: { a: 'x'.repeat(17 * 1024) } })).status).toBe(400)
    expect((await send(createVendorRequest, { body: { request: ASKED.product_tag } })).status).toBe(400)
    expect(
      (await service.admin(createVendorRequest, { body: { request: { type: 'product_tag', data: { value: 'v' } } } })).status,
    ).toBe(401)
    for (const review_id of ['rev_other', 'rev_none'])
      expect(refusal(await of('review_remove', { review_id, reason: 'Abuse' }))).toEqual([
        ...[404, 'not_found', `Review with id: ${review_id} not found`],
      ])
  })

  it('rejects a request while too many wait for a review', async () => {
    const { send: sendAs } = as('sel_many')
    const many = Array.from({ length: MAX_PENDING_REQUESTS - 1 }, (_, n) => ({
      ...seededSellersRequests[0]!,
      id: `req_many${n}`,
      seller_id: 'sel_many',
    }))
    const ofProducts = many.map((one, n) => ({
      ...one,
      ...{ id: `req_proposed${n}`, type: 'product' as const, data: { product_id: `prod_${n}` } },
    }))
    await insertMissing(service.db, { requests: [...many, ...ofProducts] })
    const body = { request: { type: 'product_tag', data: { value: 'v' } } }
    const full = invalid(`The seller has reached its limit of ${MAX_PENDING_REQUESTS} requests that wait for a review`)
    expect(refusal(await sendAs(batchVendorRequests, { body: { create: [body, body] } }))).toEqual(full)
    const op_id = mintOpId(Date.now())
    expect((await sendAs(createVendorRequest, { body, op_id })).status).toBe(201)
    expect(refusal(await sendAs(createVendorRequest, { body }))).toEqual(full)
    expect((await sendAs(createVendorRequest, { body, op_id })).status).toBe(201)
    await sendAs(batchVendorRequests, { body: { delete: ['req_many0'] } })
    expect((await sendAs(createVendorRequest, { body })).status).toBe(201)
    const exchanged = await sendAs(batchVendorRequests, { body: { create: [body, body], delete: ['req_many1'] } })
    expect(refusal(exchanged)).toEqual(full)
    expect((await sendAs(batchVendorRequests, { body: { create: [body], delete: ['req_many1'] } })).status).toBe(200)
  })

  it('rejects a request after too many within a day, deleted or not', async () => {
    const { send: sendAs } = as('sel_daily')
    const made = (id: string, count: number, age_hours: number) => {
      const at = new Date(Date.now() - age_hours * 3600_000).toISOString()
      const dates = { created_at: at, updated_at: at, deleted_at: at }
      return Array.from({ length: count }, (_, n) => ({
        ...{ ...seededSellersRequests[0]!, id: `req_${id}${n}`, seller_id: 'sel_daily' },
        ...dates,
      }))
    }
    await insertMissing(service.db, { requests: [...made('old', 5, 25), ...made('new', MAX_REQUESTS_A_DAY - 2, 23)] })
    const body = { request: { type: 'product_tag', data: { value: 'v' } } }
    const op_id = mintOpId(Date.now())
    const plans = await plansOf(service.db, async () => {
      expect((await sendAs(createVendorRequest, { body, op_id })).status).toBe(201)
    })
    expect(await unindexed(service.db, plans)).toEqual([])
    const full = invalid(`The seller has reached its limit of ${MAX_REQUESTS_A_DAY} new requests a day`)
    expect(refusal(await sendAs(batchVendorRequests, { body: { create: [body, body] } }))).toEqual(full)
    expect((await sendAs(createVendorRequest, { body })).status).toBe(201)
    expect(refusal(await sendAs(createVendorRequest, { body }))).toEqual(full)
    expect((await sendAs(createVendorRequest, { body, op_id })).status).toBe(201)
  })
})

describe('get-vendor-request, update-vendor-request', () => {
  it('change only the named data of a pending request', async () => {
    const { id, data } = await asked('product_category')
    const { status, body, etag } = await update(id, { type: 'product_category', data: { name: 'Caps' } }, { if_match: '"1"' })
    expect([status, etag], JSON.stringify(body)).toEqual([200, '"2"'])
    expect(body.request).toMatchObject({ id, status: 'pending', data: { ...data, name: 'Caps' } })
    expect((await get(id)).body).toEqual(body)
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'request.updated', ids: { id } }])
    expect((await update(id, { type: 'product_category', data: {} }, { if_match: '"1"' })).status).toBe(412)
  })

  it('reject another type, reviews of other sellers, and requests that have been reviewed', async () => {
    const { id } = await asked('product_type')
    expect(refusal(await update(id, { type: 'product_tag', data: { value: 'v' } }))).toEqual(invalid('Invalid request type!'))
    expect((await update(id, { type: 'product_collection_update', data: { collection_id: 'pcol_1' } })).status).toBe(400)
    const removal = await asked('review_remove', { review_id: 'rev_own', reason: 'Abuse' })
    const moved = await update(removal.id, { type: 'review_remove', data: { review_id: 'rev_other' } })
    expect(refusal(moved)).toEqual([404, 'not_found', 'Review with id: rev_other not found'])
    expect((await update(removal.id, { type: 'review_remove', data: { reason: 'Spam' } })).body.request.data).toEqual({
      review_id: 'rev_own',
      reason: 'Spam',
    })
    await review(id, 'rejected')
    expect(refusal(await update(id, { type: 'product_type', data: { value: 'v' } }))).toEqual(REVIEWED)
    expect((await get(id)).body.request).toMatchObject({ status: 'rejected', reviewer_id: 'user_1', reviewer_note: 'Fine' })
  })

  it('reject requests of other sellers, registrations and unknown requests alike', async () => {
    const { id } = await other.asked('product_tag')
    const registration = await requesting(() => service).someoneAsking()
    for (const one of [id, registration.id, 'req_none']) {
      expect(refusal(await get(one))).toEqual(FORBIDDEN)
      expect(refusal(await update(one, { type: 'product_tag', data: { value: 'v' } }))).toEqual(FORBIDDEN)
    }
    expect((await get(id, 'foo=1')).status).toBe(400)
    expect((await other.get(id, 'limit=1&fields=id')).body).toEqual({ request: { id } })
  })
})

describe('batch-vendor-requests', () => {
  const batch = (body: object, options: object = {}) => send(batchVendorRequests, { body, ...options })

  it('creates, changes and deletes requests, each once when retried', async () => {
    const [changed, gone] = [await asked('product_tag'), await asked('product_type')]
    const body = {
      create: [
        { request: { type: 'product_tag', data: { value: 'one' } } },
        { request: { type: 'product_type', data: { value: 'two' } } },
      ],
      update: [{ id: changed.id, request: { type: 'product_tag', data: { value: 'three' } } }],
      delete: [gone.id],
    }
    const op_id = mintOpId(Date.now())
    const [first, ...repeats] = await Promise.all([1, 2, 3].map(() => batch(body, { op_id })))
    expect(first!.status, first!.text).toBe(200)
    expect(batchVendorRequests.response.strict().safeParse(first!.body).error).toBeUndefined()
    for (const repeat of repeats) expect(repeat.body).toEqual(first!.body)
    const { created, updated, deleted } = first!.body
    expect(created).toMatchObject([
      { data: { value: 'one' } },
      { data: { value: 'two' }, status: 'pending', submitter_id: 'mem_1' },
    ])
    expect(updated).toMatchObject([{ id: changed.id, data: { value: 'three' } }])
    expect(deleted).toEqual([gone.id])
    for (const { id, data } of [...created, ...updated]) expect((await get(id)).body.request).toMatchObject({ id, data })
    expect(refusal(await get(gone.id))).toEqual(FORBIDDEN)
    expect(await service.eventsOf(gone.id, 2)).toMatchObject([{}, { type: 'request.deleted', ids: { id: gone.id } }])
    expect((await batch({})).body).toEqual({ created: [], updated: [], deleted: [] })
  })

  it('does nothing if one of them is another seller’s, unknown, named twice, or reviewed', async () => {
    const [own, foreign, reviewed] = [await asked('product_tag'), await other.asked('product_tag'), await asked('product_tag')]
    await review(reviewed.id, 'rejected')
    const create = [{ request: { type: 'product_tag', data: { value: 'never' } } }]
    const change = (id: string) => ({ id, request: { type: 'product_tag', data: { value: 'never' } } })
    const others = [400, 'not_allowed', `You are not allowed to modify requests: ${foreign.id}, req_none`]
    expect(refusal(await batch({ create, update: [change(own.id), change(foreign.id)], delete: ['req_none'] }))).toEqual(others)
    expect(refusal(await batch({ create, update: [change(own.id)], delete: [own.id] }))).toEqual(
      invalid(`Request ${own.id} is named twice`),
    )
    expect(refusal(await batch({ create, update: [change(reviewed.id)] }))).toEqual(REVIEWED)
    const removal = { request: { type: 'review_remove', data: { review_id: 'rev_other', reason: 'Abuse' } } }
    expect((await batch({ create: [...create, removal] })).status).toBe(404)
    expect((await batch({ create: Array.from({ length: 101 }, () => create[0]) })).status).toBe(400)
    expect((await get(own.id)).body.request.data).toEqual(own.data)
    expect((await send(listVendorRequests, { query: 'limit=9999' })).text).not.toContain('never')
    expect((await batch({ delete: [reviewed.id] })).status).toBe(200)
  })

  it('changes none if one was reviewed, is of another type, is being accepted, or was deleted', async () => {
    const [own, rejected, accepting, gone] = [
      await asked('product_tag'),
      await asked('product_tag'),
      await asked('product_tag'),
      await asked('product_tag'),
    ]
    await review(rejected.id, 'rejected')
    const since = new Date().toISOString()
    await service.db
      .collection<{ _id: string }>('requests')
      .updateOne(
        { _id: accepting.id },
        { $set: { accepting: { reviewer_id: null, reviewer_note: '', since } }, $inc: { revision: 1 } },
      )
    expect((await batch({ delete: [gone.id] })).status).toBe(200)
    const create = [{ request: { type: 'product_tag', data: { value: 'never made' } } }]
    const change = (id: string, type = 'product_tag') => ({ id, request: { type, data: { value: 'never made' } } })
    const refused = async (body: object) => refusal(await batch({ create, ...body }))
    for (const { id } of [rejected, accepting]) expect(await refused({ update: [change(own.id), change(id)] })).toEqual(REVIEWED)
    expect(await refused({ update: [change(own.id)], delete: [accepting.id] })).toEqual(REVIEWED)
    expect(await refused({ update: [change(own.id, 'product_type')] })).toEqual(invalid('Invalid request type!'))
    expect(await refused({ update: [change(own.id), change(gone.id)] })).toEqual([
      ...[400, 'not_allowed', `You are not allowed to modify requests: ${gone.id}`],
    ])
    expect((await get(own.id)).body.request.data).toEqual(own.data)
    expect((await send(listVendorRequests, { query: 'limit=9999' })).text).not.toContain('never made')
  })

  it('tells truthfully whether a concurrent review prevented the change', async () => {
    for (let n = 0; n < 10; n++) {
      const [own, reviewed] = [await asked('product_tag'), await asked('product_tag')]
      const data = { value: `raced ${n}` }
      const update = [own, reviewed].map(({ id }) => ({ id, request: { type: 'product_tag', data } }))
      const [answer, decided] = await Promise.all([batch({ update }), review(reviewed.id, 'rejected')])
      expect(decided.status).toBe(200)
      if (answer.status !== 200) expect(refusal(answer)).toEqual(REVIEWED)
      else expect((await get(reviewed.id)).body.request).toMatchObject({ data, status: 'rejected' })
    }
  })

  it('succeeds for what is already deleted, and answers a retry after a review as before', async () => {
    const [own, gone] = [await asked('product_tag'), await asked('product_tag')]
    for (const _ of [1, 2]) expect((await batch({ delete: [gone.id] })).body).toMatchObject({ deleted: [gone.id] })
    const op_id = mintOpId(Date.now())
    const body = { update: [{ id: own.id, request: { type: 'product_tag', data: { value: 'new' } } }], delete: [gone.id] }
    expect((await batch(body, { op_id })).status).toBe(200)
    await review(own.id, 'rejected')
    const repeat = await batch(body, { op_id })
    expect([repeat.status, repeat.body.updated?.[0]?.data]).toEqual([200, { value: 'new' }])
  })
})

describe('lists of sellers’ requests', () => {
  it('show sellers only their own, and administrators all of them, with their sellers', async () => {
    const { send: sendAs, asked: askAs } = as('sel_lists')
    await insertMissing(service.db, {
      sellers: [aSeller({ id: 'sel_lists', handle: 'lists', name: 'Zebra Goods', members: [] })],
    })
    const [first, second] = [await askAs('product_tag', { value: 'zebra' }), await askAs('product_category')]
    const { body } = await sendAs(listVendorRequests)
    expect(body).toMatchObject({ count: 2, offset: 0, limit: 50, requests: [{ id: first.id }, { id: second.id }] })
    expect((await sendAs(listVendorRequests, { query: 'type=product_category&status=pending' })).body.count).toBe(1)
    const all = (await service.admin(listRequests, { query: 'seller_id=sel_lists&type=product_tag' })).body
    expect(all).toMatchObject({ count: 1, requests: [{ id: first.id, seller: { id: 'sel_lists', name: 'Zebra Goods' } }] })
    expect(all.requests[0]).not.toHaveProperty('seller_id')
    expect((await service.admin(listRequests, { query: 'q=zebra' })).body.count).toBe(1)
    expect((await service.admin(getRequest, { params: { id: second.id }, query: 'fields=seller.name' })).body).toEqual({
      request: { id: second.id, seller: { id: 'sel_lists', name: 'Zebra Goods' } },
    })
  })

  it('support all their filters and orders, each from an index', async () => {
    const { filters, orders } = queriesOf(listVendorRequests, { status: 'pending' })
    for (const query of ['', ...filters, ...orders]) {
      const plans = await plansOf(service.db, async () => {
        expect((await other.send(listVendorRequests, { query })).status, query).toBe(200)
      })
      expect(await unindexed(service.db, plans), query).toEqual([])
    }
    expect((await send(listVendorRequests, { actor: { ...memberOf('sel_asks'), type: 'user' } as never })).status).toBe(401)
  })
})
