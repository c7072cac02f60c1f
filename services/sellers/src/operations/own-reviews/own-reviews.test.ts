import { deleteOwnReview, getOwnReview, listOwnReviews, updateOwnReview, updateVendorReview } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededReviews } from '../../../../../tools/seed/reviews.ts'
import { memberOf } from '../../../test/builders.ts'
import { CUSTOMER, type Reviewed, SELLER, shopper, startReviewed } from '../../../test/reviewing.ts'

let service: Reviewed
beforeAll(async () => {
  service = await startReviewed()
})
afterAll(() => service.stop())

const send: Reviewed['send'] = (operation, options) => service.send(operation, { actor: shopper(CUSTOMER), ...options })
const inquiry = (order_id: string, overrides: object = {}) => ({
  ...{ order_id, reference: 'product', reference_id: ids.product, rating: 5, customer_note: 'Soft' },
  ...overrides,
})
const ALREADY = [400, 'invalid_data', 'Review already exists']
const NOT_FOUND = [400, 'invalid_data', 'Order not found!']
const missing = (id: string) => [404, 'not_found', `Review with id: ${id} not found`]
const UNAUTHORIZED = [401, 'unauthorized', 'Unauthorized']
const foreign = { actor: shopper(ids.foreign_customer) }

describe('create-own-review', () => {
  it('creates a review of a product and one of the seller for the same order', async () => {
    const order_id = await service.bought()
    const { status, body, etag } = await service.create(inquiry(order_id))
    const { id, created_at } = body.review
    expect(id).toMatch(/^rev_/)
    expect({ status, etag: etag?.startsWith('"1'), body }).toEqual({
      status: 201,
      etag: true,
      body: {
        review: {
          ...{ id, reference: 'product', rating: 5, customer_note: 'Soft', seller_note: null },
          ...{ customer: { id: CUSTOMER, first_name: 'Cora', last_name: 'Cotton' }, created_at, updated_at: created_at },
        },
      },
    })
    const seller = { reference: 'seller', reference_id: SELLER, customer_note: undefined }
    const asked = { query: 'fields=reference,reference_id,order_id,customer_note,seller.name,seller.email' }
    const other = await service.create(inquiry(order_id, seller), asked)
    expect(other.body.review).toEqual({
      ...{ id: expect.any(String), reference: 'seller', reference_id: SELLER, order_id, customer_note: null },
      seller: { id: SELLER, name: 'Linen' },
    })
  })

  it('publishes an event for the review, for a change and for its deletion', async () => {
    const { id } = await service.aReview()
    await send(updateOwnReview, { params: { id }, body: { rating: 2 } })
    await send(deleteOwnReview, { params: { id } })
    expect(await service.eventsOf(id, 3)).toEqual(['review.created', 'review.updated', 'review.deleted'])
  })

  it('rejects a second review of the same thing, even if the order has another customer by then', async () => {
    const { order_id } = await service.aReview()
    expect(refusal(await service.create(inquiry(order_id)))).toEqual(ALREADY)
    await service.orders.db
      .collection('orders')
      .updateOne({ _id: order_id as never }, { $set: { customer_id: ids.foreign_customer } })
    expect(refusal(await service.create(inquiry(order_id), foreign))).toEqual(ALREADY)
  })

  it('accepts one of many concurrent reviews, and answers retries alike', async () => {
    const order_id = await service.bought()
    const requests = Array.from({ length: 4 }, (_, n) => ({ op_id: mintOpId(Date.now()), rating: n + 1 }))
    const all = () =>
      Promise.all(requests.map(({ op_id, rating }) => service.create(inquiry(order_id, { rating }), { op_id, ...patient() })))
    const [first, again] = [await all(), await all()]
    expect(first.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
    expect(again.map(({ status, body }) => [status, body.review?.rating])).toEqual(
      first.map(({ status, body }) => [status, body.review?.rating]),
    )
  })

  it('restores a deleted review once when retried, rather than adding another one', async () => {
    const { id, order_id } = await service.aReview({ customer_note: 'Bad' })
    await service.as(memberOf(SELLER))(updateVendorReview, { params: { id }, body: { seller_note: 'Sorry' } })
    await send(deleteOwnReview, { params: { id } })
    const op_id = mintOpId(Date.now())
    const anew = () => service.create(inquiry(order_id, { rating: 3 }), { op_id, ...patient() })
    const [first, repeated] = [await anew(), await anew()]
    expect(first).toMatchObject({ status: 201, body: { review: { id, rating: 3, customer_note: 'Soft', seller_note: null } } })
    expect(repeated.body).toEqual(first.body)
    expect(refusal(await service.create(inquiry(order_id)))).toEqual(ALREADY)
    expect(await service.db.collection('reviews').countDocuments({ order_id })).toBe(1)
  })

  it('rejects what the customer did not buy', async () => {
    const order_id = await service.bought()
    expect(refusal(await service.create(inquiry(order_id), foreign))).toEqual(NOT_FOUND)
    expect(refusal(await service.create(inquiry('order_none')))).toEqual(NOT_FOUND)
    const refused = async (overrides: object, at = order_id) => refusal(await service.create(inquiry(at, overrides)))
    const none = (of: string) => [400, 'invalid_data', `The order has no ${of}`]
    expect(await refused({ reference_id: ids.second_product })).toEqual(none(`product with id: ${ids.second_product}`))
    expect(await refused({ reference: 'seller', reference_id: 'sel_2' })).toEqual(none('seller with id: sel_2'))
    const own = await service.bought(CUSTOMER, null)
    expect(await refused({ reference: 'seller', reference_id: SELLER }, own)).toEqual(none(`seller with id: ${SELLER}`))
    expect((await service.create(inquiry(own))).status).toBe(201)
  })

  it('rejects invalid bodies, guests and members', async () => {
    const order_id = await service.bought()
    for (const wrong of [
      ...[{ rating: 0 }, { rating: 6 }, { rating: 4.5 }, { rating: '5' }, { rating: undefined }, { reference: 'order' }],
      ...[{ reference_id: '' }, { customer_note: 'a'.repeat(301) }, { customer_note: 'a\0' }, { seller_note: 'Mine' }],
    ])
      expect({ wrong, status: (await service.create(inquiry(order_id, wrong))).status }).toEqual({ wrong, status: 400 })
    expect((await service.create(inquiry(order_id, { customer_note: 'ä'.repeat(300) }))).status).toBe(201)
    expect(refusal(await service.create(inquiry(order_id), { actor: shopper(null) }))).toEqual(UNAUTHORIZED)
    expect(refusal(await service.create(inquiry(order_id), { actor: memberOf(SELLER) }))).toEqual(UNAUTHORIZED)
  })
})

describe('get-own-review, update-own-review and delete-own-review', () => {
  it('show, change and delete the customer’s own, and keep the seller’s answer', async () => {
    const { id } = await service.aReview({ customer_note: '<b>Soft</b>' })
    const got = await send(getOwnReview, { params: { id } })
    expect(got).toMatchObject({ status: 200, body: { review: { id, rating: 4, customer_note: '<b>Soft</b>' } } })
    await service.as(memberOf(SELLER))(updateVendorReview, { params: { id }, body: { seller_note: 'Thanks' } })
    const body = { rating: 1, customer_note: null }
    expect((await send(updateOwnReview, { params: { id }, body, if_match: got.etag! })).status).toBe(412)
    const changed = await send(updateOwnReview, { params: { id }, body })
    expect(changed.body.review).toMatchObject({ rating: 1, customer_note: null, seller_note: 'Thanks' })
    expect((await send(updateOwnReview, { params: { id }, body: { rating: 9 } })).status).toBe(400)

    const deleted = await send(deleteOwnReview, { params: { id } })
    expect(deleted).toMatchObject({ status: 200, body: { id, object: 'review', deleted: true } })
    for (const answer of [
      await send(getOwnReview, { params: { id } }),
      await send(updateOwnReview, { params: { id }, body }),
      await send(deleteOwnReview, { params: { id } }),
    ])
      expect(refusal(answer)).toEqual(missing(id))
  })

  it('answer 404 for another customer’s review as for an unknown one', async () => {
    const { id } = await service.aReview()
    for (const asked of [id, 'rev_none']) {
      const params = { id: asked }
      expect(refusal(await service.send(getOwnReview, { params, ...foreign }))).toEqual(missing(asked))
      expect(refusal(await service.send(updateOwnReview, { params, body: { rating: 1 }, ...foreign }))).toEqual(missing(asked))
      expect(refusal(await service.send(deleteOwnReview, { params, ...foreign }))).toEqual(missing(asked))
    }
    expect((await send(getOwnReview, { params: { id } })).body.review.rating).toBe(4)
  })

  it('show only the id and name of the customer, whatever is requested', async () => {
    const { id } = await service.aReview()
    for (const fields of [
      '%2B*customer,customer.email,seller_id,customer_id,deleted_at',
      'customer',
      'customer.groups,customer.*',
    ]) {
      const { body } = await send(getOwnReview, { params: { id }, query: `fields=${fields}` })
      expect(Object.keys(body.review.customer).toSorted(), fields).toEqual(['first_name', 'id', 'last_name'])
      for (const hidden of ['seller_id', 'customer_id', 'deleted_at']) expect(body.review).not.toHaveProperty(hidden)
    }
  })
})

describe('list-own-reviews', () => {
  it('shows the customer’s own, the oldest first, with their sellers on request', async () => {
    const customer_id = ids.example_customer
    const actor = shopper(customer_id)
    const first = await service.aReview({ reference: 'seller', reference_id: SELLER }, customer_id)
    const second = await service.aReview({}, customer_id)
    const gone = await service.aReview({}, customer_id)
    await service.send(deleteOwnReview, { actor, params: { id: gone.id } })
    const { status, body } = await service.send(listOwnReviews, { actor, query: 'fields=*seller,%2Bcustomer.id,%2Border_id' })
    expect({ status, ...body }).toMatchObject({ status: 200, count: 2, offset: 0, limit: 50 })
    expect(
      body.reviews.map(({ id, order_id, seller }: { id: string; order_id: string; seller: unknown }) => ({
        id,
        order_id,
        seller,
      })),
    ).toEqual([
      { id: first.id, order_id: first.order_id, seller: expect.objectContaining({ id: SELLER, name: 'Linen' }) },
      { id: second.id, order_id: second.order_id, seller: null },
    ])
    expect(JSON.stringify(body)).not.toContain('@example.com')
    const listed = async (query: string) =>
      (await service.send(listOwnReviews, { actor, query })).body.reviews.map(({ id }: { id: string }) => id)
    expect(await listed('reference=seller')).toEqual([first.id])
    expect(await listed('order=-created_at&limit=1')).toEqual([second.id])
    expect(refusal(await service.send(listOwnReviews, { actor: shopper(null) }))).toEqual(UNAUTHORIZED)
  })

  it('supports all its filters and orders, each from an index, and reads no reviews of others', async () => {
    const others = Array.from({ length: 50 }, (_, n) => ({
      ...seededReviews[1]!,
      ...{ id: `rev_other${n}`, order_id: `order_other${n}`, reference: n % 2 ? ('seller' as const) : ('product' as const) },
    }))
    await insertMissing(service.db, { reviews: others })
    const own = await service.db.collection('reviews').countDocuments({ customer_id: CUSTOMER })
    const { filters, orders } = queriesOf(listOwnReviews, { reference: 'seller' })
    for (const query of ['', ...filters, ...orders]) {
      let status = 0
      const plans = await plansOf(service.db, async () => {
        status = (await send(listOwnReviews, { query })).status
      })
      expect({ query, status }).toEqual({ query, status: 200 })
      const ofReviews = plans.filter(({ ns }) => ns.endsWith('.reviews'))
      expect(await unindexed(service.db, plans), query).toEqual([])
      for (const { docsExamined = 0 } of ofReviews) expect(docsExamined, query).toBeLessThanOrEqual(own)
    }
  })
})
