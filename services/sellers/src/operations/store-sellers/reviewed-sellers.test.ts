import { findPublicSellers, getStoreSeller, listStoreSellers, PUBLIC_REVIEWS, updateVendorReview } from '@souk/contracts'
import { commandsOf, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededReviews } from '../../../../../tools/seed/reviews.ts'
import { aSeller, memberOf } from '../../../test/builders.ts'
import { CUSTOMER, type Reviewed, SELLER, shopper, startReviewed } from '../../../test/reviewing.ts'

let service: Reviewed
beforeAll(async () => {
  service = await startReviewed()
})
afterAll(() => service.stop())

const guest = { actor: shopper(null) }
const get = (fields?: string) =>
  service.send(getStoreSeller, { ...guest, params: { handle: 'linen' }, ...(fields && { query: `fields=${fields}` }) })
const ofItself = { reference: 'seller', reference_id: SELLER }
const ASKED_BY_STOREFRONTS = [
  ...['%2Bcreated_at', '%2Bemail', '%2Breviews.seller.name', '%2Breviews.rating', '%2Breviews.customer_note'],
  ...['%2Breviews.seller_note', '%2Breviews.created_at', '%2Breviews.updated_at'],
  ...['%2Breviews.customer.first_name', '%2Breviews.customer.last_name'],
].join()

/** Repeats until customers are named: sellers wait for names a quarter of a second, then answer without them. */
const named = <A extends { text: string }>(ask: () => Promise<A>) =>
  vi.waitFor(async () => {
    const answer = await ask()
    if (answer.text.includes('"customer":null')) throw new Error('orders did not answer in time')
    return answer
  })

it('a seller shows its own reviews on request, the newest first, without those of its products', async () => {
  expect((await get()).body.seller).not.toHaveProperty('reviews')
  expect((await get(ASKED_BY_STOREFRONTS)).body.seller.reviews).toEqual([])
  const first = await service.aReview({ ...ofItself, customer_note: 'Good' })
  await service.aReview()
  const second = await service.aReview({ ...ofItself, rating: 1 }, ids.foreign_customer)
  await service.as(memberOf(SELLER))(updateVendorReview, { params: { id: second.id }, body: { seller_note: 'Sorry' } })
  const { status, body } = await named(() => get(ASKED_BY_STOREFRONTS))
  expect(status).toBe(200)
  const dates = { created_at: expect.any(String), updated_at: expect.any(String) }
  expect(body.seller).toMatchObject({ id: SELLER, name: 'Linen', city: null })
  expect(body.seller.reviews).toEqual([
    {
      ...{ id: second.id, rating: 1, customer_note: null, seller_note: 'Sorry', ...dates },
      ...{ customer: { first_name: 'Finn', last_name: 'Flax' }, seller: { id: SELLER, name: 'Linen' } },
    },
    {
      ...{ id: first.id, rating: 4, customer_note: 'Good', seller_note: null, ...dates },
      ...{ customer: { first_name: 'Cora', last_name: 'Cotton' }, seller: { id: SELLER, name: 'Linen' } },
    },
  ])
  const listed = () => service.send(listStoreSellers, { ...guest, query: 'fields=id,*reviews,*reviews.customer' })
  expect((await named(listed)).body).toMatchObject({
    sellers: [{ id: SELLER, reviews: [{ id: second.id, customer: { first_name: 'Finn' } }, { id: first.id }] }],
  })
})

it('reviews show only the names of customers, whatever is requested', async () => {
  await service.aReview(ofItself)
  const everything =
    'reviews,*reviews.customer,reviews.customer,reviews.customer_id,reviews.order_id,reviews.customer.email,*reviews.order'
  const asked = [
    () => get(everything),
    () => get('*,*reviews,*reviews.seller,*reviews.customer'),
    () => service.send(findPublicSellers, { body: { ids: [SELLER], fields: everything } }),
  ]
  for (const ask of asked) {
    const answer = await named(ask)
    const text = JSON.stringify(answer.body)
    expect(text).toContain('Cotton')
    for (const hidden of ['@', CUSTOMER, 'order_', 'phone'])
      expect({ hidden, found: text.includes(hidden) }).toEqual({ hidden, found: false })
  }
})

it('the ETag changes with a review, and with the name of its customer', async () => {
  const { id } = await service.aReview(ofItself)
  const before = await get('*reviews.customer,*reviews')
  await service.as(memberOf(SELLER))(updateVendorReview, { params: { id }, body: { seller_note: 'Hello' } })
  const answered = await get('*reviews.customer,*reviews')
  expect(answered.body.seller.reviews[0].seller_note).toBe('Hello')
  await service.orders.db
    .collection('customers')
    .updateOne({ _id: CUSTOMER as never }, { $set: { first_name: 'Clara' }, $inc: { revision: 1 } })
  const renamed = await named(() => get('*reviews.customer,*reviews'))
  expect(renamed.body.seller.reviews[0].customer.first_name).toBe('Clara')
  expect(new Set([before.etag, answered.etag, renamed.etag]).size).toBe(3)
  const gone = { $set: { deleted_at: '2026-02-02T00:00:00.000Z' }, $inc: { revision: 1 } }
  await service.orders.db.collection('customers').updateOne({ _id: CUSTOMER as never }, gone)
  expect((await get('*reviews.customer,*reviews')).body.seller.reviews[0]).toMatchObject({ id, customer: null })
})

it('a limited number of reviews is shown, from an index, and fewer of each seller in long lists', async () => {
  const many = Array.from({ length: 100 }, (_, n) => ({ ...seededReviews[0]!, id: `rev_many${n}`, order_id: `order_many${n}` }))
  const others = Array.from({ length: 99 }, (_, n) => aSeller({ id: `sel_r${n}`, handle: `r-${n}`, members: [] }))
  await insertMissing(service.db, { reviews: many, sellers: others })
  const commands = await commandsOf(service.db, async () => {
    expect((await get('reviews.id')).body.seller.reviews).toHaveLength(PUBLIC_REVIEWS.each)
  })
  const plans = commands.filter(({ planSummary }) => planSummary !== undefined)
  expect(plans).not.toEqual([])
  expect(await unindexed(service.db, plans)).toEqual([])
  const read = commands.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)
  expect(read).toBeGreaterThanOrEqual(PUBLIC_REVIEWS.each)
  expect(read).toBeLessThan(2 * PUBLIC_REVIEWS.each)
  const { sellers } = (await service.send(listStoreSellers, { ...guest, query: `limit=100&fields=*reviews` })).body
  expect(sellers).toHaveLength(100)
  const shown = sellers.find(({ id }: { id: string }) => id === SELLER).reviews
  expect(shown).toHaveLength(PUBLIC_REVIEWS.together / 100)
})
