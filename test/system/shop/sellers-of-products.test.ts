import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { aName } from '../scenes/made.ts'
import { type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

async function get(path: `/${string}`, as?: 'admin') {
  const answer = await system.http('GET', path, as && { as })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const SECRETS = ['email', 'phone', 'tax_id', 'members']

it('storefronts get the seller of a product, with public fields only', async () => {
  const path = `/store/products?id[]=${ids.product}&id[]=${ids.foreign_product}&fields=id,*seller,*seller.reviews` as const
  const { products } = await get(path)
  expect(products.map(({ id, seller }: { id: string; seller: { id: string } }) => [id, seller.id]).sort()).toEqual(
    [
      [ids.product, ids.seller],
      [ids.foreign_product, ids.foreign_seller],
    ].sort(),
  )
  const [{ seller }] = products
  const { seller: shown } = await get(`/store/seller/${seller.handle}`)
  expect(seller).toEqual({ ...shown, reviews: [expect.objectContaining({ id: ids.review })] })
  for (const secret of SECRETS) expect(seller).not.toHaveProperty(secret)
  expect((await get(`/store/products/${ids.product}`)).product).not.toHaveProperty('seller')
  expect((await get(`/store/products/${ids.product}?fields=id,*seller`)).product.seller).toEqual({ ...shown, reviews: [] })
  const { product } = await get(`/store/products/${ids.product}?fields=title,seller.name`)
  expect(product.seller).toEqual({ id: ids.seller, name: seller.name })
})

it('products show their reviews on request, with the names of customers only', async () => {
  const reviewed = await system.http('POST', '/store/reviews', {
    as: 'customer',
    body: { order_id: ids.order, reference: 'product', reference_id: ids.product, rating: 4, customer_note: 'Soft' },
  })
  expect(reviewed.status, reviewed.text).toBe(201)
  const { id } = reviewed.body.review

  expect((await get(`/store/products/${ids.product}`)).product).not.toHaveProperty('reviews')
  for (const fields of ['id,*reviews', '%2Breviews.id,%2Breviews.rating,%2Breviews.customer_note']) {
    const { product } = await get(`/store/products/${ids.product}?fields=${fields}`)
    expect(product.reviews).toContainEqual(expect.objectContaining({ id, rating: 4, customer_note: 'Soft' }))
    expect(JSON.stringify(product.reviews)).not.toContain('cus_')
  }
  const { products } = await get(
    `/store/products?id[]=${ids.product}&id[]=${ids.foreign_product}&fields=id,*reviews,*reviews.customer`,
  )
  const of = new Map(products.map((one: { id: string; reviews: object[] }) => [one.id, one.reviews]))
  expect(of.get(ids.product)).toContainEqual(
    expect.objectContaining({ id, customer: expect.objectContaining({ first_name: expect.any(String) }) }),
  )
  expect(of.get(ids.foreign_product)).not.toContainEqual(expect.objectContaining({ id }))
  expect((await get(`/admin/products/${ids.product}?fields=id,*reviews`, 'admin')).product.reviews).toContainEqual(
    expect.objectContaining({ id, seller_note: null }),
  )
})

it('carts include the sellers of their line items', async () => {
  const items = [{ variant_id: ids.variant, quantity: 1 }]
  const { body } = await system.http('POST', '/store/carts', { body: { region_id: ids.region, items } })
  const { cart } = await get(`/store/carts/${body.cart.id}?fields=id,*items.product.seller`)
  expect(cart.items).toMatchObject([{ product: { seller: { id: ids.seller } } }])
})

it('a product of the marketplace has no seller, and a suspended seller is hidden from storefronts only', async () => {
  const made = await system.http('POST', '/admin/products', {
    as: 'admin',
    body: { title: aName('Own'), status: 'published', options: [{ title: 'Size', values: ['S'] }] },
  })
  const { product } = await get(`/admin/products/${made.body.product.id}?fields=id,*seller`, 'admin')
  expect(product).toEqual({ id: product.id, seller: null })

  const of = (as?: 'admin') => get(`/${as ?? 'store'}/products/${ids.foreign_product}?fields=id,seller.store_status`, as)
  const change = (store_status: string) =>
    system.http('POST', `/admin/sellers/${ids.foreign_seller}`, { as: 'admin', body: { store_status } })
  expect((await of()).product.seller).toMatchObject({ store_status: 'ACTIVE' })
  expect((await change('SUSPENDED')).status).toBe(200)
  await expect.poll(async () => (await of()).product.seller).toBeNull() // within a second
  expect((await of('admin')).product.seller).toMatchObject({ store_status: 'SUSPENDED' })
  await change('ACTIVE')
})
