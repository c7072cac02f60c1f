import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { addOrder } from '../records.ts'
import { type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

const OF_PRODUCTS =
  'fields=id,*seller,*seller.products,*seller.reviews,*seller.reviews.customer,*seller.reviews.seller,*variants.calculated_price'

async function get(path: `/${string}`, as?: 'admin' | 'customer') {
  const answer = await system.http('GET', path, as && { as })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Names of customers are awaited for a quarter of a second, and are null after that. */
const named = <Answer>(ask: () => Promise<Answer>) =>
  vi.waitFor(async () => {
    const answer = await ask()
    expect(JSON.stringify(answer)).not.toContain('"customer":null')
    return answer
  })

it('a customer reviews a seller, the seller answers, storefronts show it, and an administrator removes it', async () => {
  const order_id = await addOrder(system)
  const body = { order_id, reference: 'seller', reference_id: ids.seller, rating: 2, customer_note: '<script>alert(1)</script>' }
  const made = await system.http('POST', '/store/reviews', { as: 'customer', body })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.review
  expect((await system.http('POST', '/store/reviews', { as: 'customer', body })).status).toBe(400)
  expect((await system.http('POST', '/store/reviews', { body })).status).toBe(401)

  const listed = await get('/vendor/sellers/me/reviews?fields=*customer&limit=20&offset=0')
  const own = listed.reviews.find((one: { id: string }) => one.id === id)
  expect(own).toMatchObject({ rating: 2, seller_note: null, customer: { email: 'customer@souk.example' } })
  const note = { seller_note: 'We are sorry' }
  expect((await system.http('POST', `/vendor/sellers/me/reviews/${id}`, { body: note })).status).toBe(200)

  const written = await get('/store/reviews?fields=*seller,%2Bcustomer.id,%2Border_id', 'customer')
  expect(written.reviews).toContainEqual(
    expect.objectContaining({ id, order_id, seller: expect.objectContaining({ id: ids.seller }) }),
  )
  expect((await get(`/admin/reviews/${id}?fields=*customer`, 'admin')).review).toMatchObject({
    ...note,
    customer: { id: ids.customer },
  })

  const { orders } = await get(`/store/orders?id=${order_id}&fields=*seller,*reviews`, 'customer')
  expect(orders).toMatchObject([{ id: order_id, seller: { id: ids.seller }, reviews: [{ id, rating: 2, ...note }] }])

  const products = await named(async () => {
    const page = await get(`/store/products?id=${ids.product}&region_id=${ids.region}&${OF_PRODUCTS}`)
    return page.products
  })
  const [shown] = products[0].seller.reviews
  expect(shown).toMatchObject({
    ...{ id, rating: 2, customer_note: body.customer_note, ...note },
    ...{ customer: { first_name: 'Cora', last_name: 'Cotton' }, seller: { id: ids.seller } },
  })
  const of = '%2Breviews.rating,%2Breviews.customer.first_name,%2Breviews.created_at'
  const seller = await named(async () => (await get(`/store/seller/linen-and-loom?fields=${of}`)).seller)
  expect(seller.reviews[0]).toEqual({ id, rating: 2, created_at: shown.created_at, customer: { first_name: 'Cora' } })
  for (const text of [JSON.stringify(products), JSON.stringify(seller)]) expect(text).not.toContain('@')

  const removed = await system.http('DELETE', `/admin/reviews/${id}`, { as: 'admin' })
  expect([removed.status, removed.body]).toEqual([200, { id, object: 'review', deleted: true }])
  expect((await system.http('POST', '/store/reviews', { as: 'customer', body })).status).toBe(400)
  expect((await get(`/store/seller/linen-and-loom?fields=${of}`)).seller.reviews).not.toContainEqual(
    expect.objectContaining({ id }),
  )
  await vi.waitFor(async () => {
    const path = `/store/products?id=${ids.product}&region_id=${ids.region}&${OF_PRODUCTS}` as const
    expect((await get(path)).products[0].seller.reviews).not.toContainEqual(expect.objectContaining({ id }))
  })
})
