import {
  type Actor,
  createOwnReview,
  deleteOwnReview,
  deleteReview,
  getReview,
  getStoreSeller,
  listReviews,
} from '@souk/contracts'
import { patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { CUSTOMER, type Reviewed, SELLER, shopper, startReviewed } from '../../../test/reviewing.ts'

const ADMIN: Actor = { type: 'user', id: 'user_1', identity_id: null }

let service: Reviewed
beforeAll(async () => {
  service = await startReviewed()
})
afterAll(() => service.stop())

const send: Reviewed['send'] = (operation, options) => service.send(operation, { actor: ADMIN, ...options })

it('administrators see all reviews, with all requested fields', async () => {
  const ofSeller = await service.aReview({ reference: 'seller', reference_id: SELLER, rating: 1 })
  const ofProduct = await service.aReview({}, ids.example_customer)
  const { status, body } = await send(listReviews)
  expect({ status, ...body }).toMatchObject({ status: 200, count: 2, offset: 0, limit: 50 })
  expect(body.reviews[0]).toEqual({
    ...{ id: ofSeller.id, reference: 'seller', rating: 1, customer_note: null, seller_note: null },
    ...{ created_at: expect.any(String), updated_at: expect.any(String) },
  })
  for (const query of ['reference=product', `customer_id=${ids.example_customer}`, `order_id=${ofProduct.order_id}`, 'rating=4'])
    expect((await send(listReviews, { query })).body.reviews).toMatchObject([{ id: ofProduct.id }])
  expect((await send(listReviews, { query: 'reference=order' })).status).toBe(400)

  const params = { id: ofSeller.id }
  expect((await send(getReview, { params })).body.review).toEqual(body.reviews[0])
  const query = 'fields=*seller,*customer,%2Bcustomer_id,%2Border_id,%2Breference_id,%2Bseller_id,%2Bdeleted_at'
  expect((await send(getReview, { params, query })).body.review).toMatchObject({
    ...{ id: ofSeller.id, customer_id: CUSTOMER, order_id: ofSeller.order_id, reference_id: SELLER, seller_id: SELLER },
    ...{ deleted_at: null, seller: { id: SELLER }, customer: { id: CUSTOMER, email: 'customer@souk.example' } },
  })
})

it('unknown and deleted reviews are not found', async () => {
  const { id } = await service.aReview()
  await service.db.collection('reviews').updateOne({ _id: id as never }, { $set: { deleted_at: '2026-02-02T00:00:00.000Z' } })
  for (const asked of [id, 'rev_none'])
    expect(refusal(await send(getReview, { params: { id: asked } }))).toEqual([
      404,
      'not_found',
      `Review with id: ${asked} not found`,
    ])
  expect((await send(listReviews, { query: `id=${id}&with_deleted=true` })).body.count).toBe(0)
})

it('the ETag of a review covers the customer who is shown with it', async () => {
  const { id } = await service.aReview()
  const plain = (await send(getReview, { params: { id } })).etag
  const query = 'fields=*customer'
  const before = (await send(getReview, { params: { id }, query })).etag
  await service.orders.db
    .collection('customers')
    .updateOne({ _id: CUSTOMER as never }, { $set: { first_name: 'Clara' }, $inc: { revision: 1 } })
  expect((await send(getReview, { params: { id } })).etag).toBe(plain)
  expect((await send(getReview, { params: { id }, query })).etag).not.toBe(before)
})

it('list-reviews supports all its filters and orders, each from an index', async () => {
  const { filters, orders } = queriesOf(listReviews, { reference: 'seller' })
  const plans = await plansOf(service.db, async () => {
    for (const query of ['limit=9999', ...filters, ...orders])
      expect({ query, status: (await send(listReviews, { query })).status }).toEqual({ query, status: 200 })
  })
  expect(await unindexed(service.db, plans)).toEqual([])
})

describe('delete-review', () => {
  const own = { actor: shopper(CUSTOMER) }
  const ALREADY = [400, 'invalid_data', 'Review already exists']

  it('takes a review down for good: it is shown nowhere, and its customer cannot write it again', async () => {
    const { id, ...body } = await service.aReview({ reference: 'seller', reference_id: SELLER, customer_note: 'Insult' })
    const { etag } = await send(getReview, { params: { id } })
    expect((await send(deleteReview, { params: { id }, if_match: '"7"' })).status).toBe(412)
    const deleted = await send(deleteReview, { params: { id }, if_match: etag! })
    expect(deleted).toMatchObject({ status: 200, body: { id, object: 'review', deleted: true } })
    expect((await send(getReview, { params: { id } })).status).toBe(404)
    expect((await service.send(deleteOwnReview, { ...own, params: { id } })).status).toBe(404)
    const shown = await service.send(getStoreSeller, { ...own, params: { handle: 'linen' }, query: 'fields=*reviews' })
    expect(JSON.stringify(shown.body)).not.toContain(id)
    expect(refusal(await service.create({ ...body, customer_note: 'Insult' }))).toEqual(ALREADY)
    expect(await service.eventsOf(id, 2)).toEqual(['review.created', 'review.deleted'])
  })

  it('succeeds again, and for unknown reviews', async () => {
    const { id } = await service.aReview()
    for (const asked of [id, id, 'rev_none'])
      expect(await send(deleteReview, { params: { id: asked } })).toMatchObject({
        status: 200,
        body: { id: asked, deleted: true },
      })
  })

  it('takes down a review that its customer has deleted, once, and publishes no second event', async () => {
    const { id, ...body } = await service.aReview()
    await service.send(deleteOwnReview, { ...own, params: { id } })
    expect(await send(deleteReview, { params: { id } })).toMatchObject({ status: 200, body: { id, deleted: true } })
    expect(refusal(await service.create(body))).toEqual(ALREADY)
    const taken = await service.db.collection('reviews').findOne({ _id: id as never })
    expect((await send(deleteReview, { params: { id } })).status).toBe(200)
    expect(await service.db.collection('reviews').findOne({ _id: id as never })).toMatchObject({ revision: taken!.revision })
    expect(await service.eventsOf(id, 2)).toEqual(['review.created', 'review.deleted'])
  })

  it('prevails over a customer who deletes the review concurrently', async () => {
    const { id, ...body } = await service.aReview()
    const [, deleted] = await Promise.all([
      service.send(deleteOwnReview, { ...own, params: { id }, ...patient() }),
      send(deleteReview, { params: { id }, ...patient() }),
    ])
    expect(deleted.status).toBe(200)
    expect(refusal(await service.create(body))).toEqual(ALREADY)
  })

  it('prevails over a customer who keeps writing the review again concurrently', async () => {
    const { id, ...body } = await service.aReview()
    const [deleted, ...written] = await Promise.all([
      send(deleteReview, { params: { id }, ...patient() }),
      ...Array.from({ length: 4 }, () => service.send(createOwnReview, { ...own, body: body as never, ...patient() })),
    ])
    expect(deleted.status).toBe(200)
    for (const answer of written) expect(refusal(answer)).toEqual(ALREADY)
    expect((await send(getReview, { params: { id } })).status).toBe(404)
  })
})
