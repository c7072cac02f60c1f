import { deleteCustomer, getVendorReview, listVendorReviews, updateVendorReview } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { FORBIDDEN, patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
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

const send: Reviewed['send'] = (operation, options) => service.send(operation, { actor: memberOf(SELLER), ...options })
const other = { actor: memberOf('sel_other') }
const listed = async (query = '', options: object = {}) =>
  (await send(listVendorReviews, { query, ...options })).body.reviews.map(({ id }: { id: string }) => id)

describe('list-vendor-reviews', () => {
  it('shows the reviews of the seller and of its products, and nobody else’s', async () => {
    const ofSeller = await service.aReview({ reference: 'seller', reference_id: SELLER, rating: 2, customer_note: 'Late' })
    const ofProduct = await service.aReview({}, ids.example_customer)
    const { status, body } = await send(listVendorReviews)
    expect({ status, ...body }).toMatchObject({ status: 200, count: 2, offset: 0, limit: 50 })
    expect(body.reviews[0]).toEqual({
      ...{ id: ofSeller.id, reference: 'seller', reference_id: SELLER, rating: 2, customer_note: 'Late' },
      ...{ customer_id: CUSTOMER, seller_note: null, created_at: expect.any(String), updated_at: expect.any(String) },
    })
    expect(body.reviews[1]).toMatchObject({ id: ofProduct.id, reference: 'product', reference_id: ids.product })
    expect((await send(listVendorReviews, other)).body).toMatchObject({ reviews: [], count: 0 })
    expect(await listed('reference=product')).toEqual([ofProduct.id])
    expect(await listed('order=rating')).toEqual([ofSeller.id, ofProduct.id])
    expect(await listed(`customer_id=${CUSTOMER}`)).toEqual([ofSeller.id])
    expect(await listed(`reference_id=${SELLER}&with_deleted=true`)).toEqual([ofSeller.id])
    expect((await send(listVendorReviews, { query: `seller_id=${SELLER}` })).status).toBe(400)
    expect((await send(listVendorReviews, { actor: shopper(CUSTOMER) })).status).toBe(401)
  })

  it('shows only what a seller may see of a customer', async () => {
    const { body } = await send(listVendorReviews, {
      query: `fields=*customer,customer.addresses,customer.groups,customer.metadata&customer_id=${CUSTOMER}`,
    })
    const { customer } = body.reviews[0]
    expect(customer).toMatchObject({ id: CUSTOMER, first_name: 'Cora', last_name: 'Cotton', email: 'customer@souk.example' })
    for (const hidden of ['addresses', 'groups', 'metadata', 'created_by']) expect(customer).not.toHaveProperty(hidden)
  })

  it('keeps the review of a deleted customer, without the customer', async () => {
    const { id } = await service.aReview({}, ids.foreign_customer)
    const admin = { type: 'user', id: 'user_1', identity_id: null } as const
    await service.orders.send(deleteCustomer, { actor: admin, params: { id: ids.foreign_customer } })
    const { review } = (await send(getVendorReview, { params: { id }, query: 'fields=*customer&limit=20&offset=0' })).body
    expect(review).toMatchObject({ id, customer: null })
  })

  it('supports all its filters and orders, each from an index, and reads no reviews of others', async () => {
    const others = Array.from({ length: 50 }, (_, n) => ({
      ...seededReviews[1]!,
      ...{ id: `rev_other${n}`, order_id: `order_other${n}`, reference: n % 2 ? ('seller' as const) : ('product' as const) },
    }))
    await insertMissing(service.db, { reviews: others })
    const own = await service.db.collection('reviews').countDocuments({ seller_id: SELLER })
    const { filters, orders } = queriesOf(listVendorReviews, { reference: 'seller' })
    for (const query of ['', ...filters, ...orders]) {
      let status = 0
      const plans = await plansOf(service.db, async () => {
        status = (await send(listVendorReviews, { query })).status
      })
      expect({ query, status }).toEqual({ query, status: 200 })
      const ofReviews = plans.filter(({ ns }) => ns.endsWith('.reviews'))
      expect(await unindexed(service.db, plans), query).toEqual([])
      for (const { docsExamined = 0 } of ofReviews) expect(docsExamined, query).toBeLessThanOrEqual(own)
    }
  })
})

describe('get-vendor-review and update-vendor-review', () => {
  it('show a review, and answer it', async () => {
    const { id } = await service.aReview()
    const got = await send(getVendorReview, { params: { id } })
    expect(got).toMatchObject({ status: 200, etag: '"1"', body: { review: { id, rating: 4, seller_note: null } } })
    const answering = { params: { id }, body: { seller_note: 'Thanks' }, query: 'limit=20&offset=0' }
    const answered = await send(updateVendorReview, { ...answering, if_match: '"1"' })
    expect(answered).toMatchObject({ status: 200, etag: '"2"', body: { review: { id, rating: 4, seller_note: 'Thanks' } } })
    expect((await send(updateVendorReview, { params: { id }, body: { seller_note: 'No' }, if_match: '"1"' })).status).toBe(412)
    expect(await service.eventsOf(id, 2)).toEqual(['review.created', 'review.updated'])
  })

  it('reject reviews of others like unknown and deleted ones', async () => {
    const { id } = await service.aReview()
    const gone = await service.aReview()
    await service.db
      .collection('reviews')
      .updateOne({ _id: gone.id as never }, { $set: { deleted_at: '2026-02-02T00:00:00.000Z' } })
    const body = { seller_note: 'Mine' }
    for (const [asked, options] of [
      [id, other],
      ['rev_none', {}],
      [gone.id, {}],
    ] as const) {
      const params = { id: asked }
      expect(refusal(await send(getVendorReview, { params, ...options }))).toEqual(FORBIDDEN)
      expect(refusal(await send(updateVendorReview, { params, body, ...options }))).toEqual(FORBIDDEN)
    }
    expect((await send(getVendorReview, { params: { id } })).body.review.seller_note).toBeNull()
  })

  it('reject invalid notes, and changes to the customer’s part', async () => {
    const { id } = await service.aReview()
    for (const body of [{}, { seller_note: null }, { seller_note: 'a'.repeat(301) }, { seller_note: 'a', rating: 5 }])
      expect((await send(updateVendorReview, { params: { id }, body: body as never })).status).toBe(400)
  })

  it('apply concurrent answers one after another, each once when retried', async () => {
    const { id } = await service.aReview()
    const requests = ['a', 'b', 'c'].map((seller_note) => ({ op_id: mintOpId(Date.now()), body: { seller_note } }))
    const all = () => Promise.all(requests.map((one) => send(updateVendorReview, { params: { id }, ...one, ...patient() })))
    expect([...(await all()), ...(await all())].map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect((await send(getVendorReview, { params: { id } })).etag).toBe('"4"')
  })
})
