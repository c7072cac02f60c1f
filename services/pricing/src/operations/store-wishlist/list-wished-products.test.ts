import { addWish, listStoreProducts, listWishedProducts, type StorefrontActor } from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { seedPricing } from '../../../../../tools/seed/pricing.ts'
import { startShop } from '../../../test/service.ts'

let service: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  service = await startShop()
  await seedPricing(service.db)
})
afterAll(() => service.stop())

const customer = (customer_id: string | null): StorefrontActor => ({
  type: 'storefront',
  id: 'apk_1',
  sales_channel_ids: [ids.sales_channel],
  customer_id,
})
const list = (customer_id: string | null, query = '') => service.send(listWishedProducts, { actor: customer(customer_id), query })
const wish = (customer_id: string, reference_id: string) =>
  service.orders.send(addWish, { actor: customer(customer_id), body: { reference: 'product', reference_id } })

it('lists the products on the customer’s wishlist like the list of products', async () => {
  for (const product of [ids.second_product, ids.product]) await wish('cus_1', product)
  await wish('cus_2', ids.foreign_product)
  const query = `region_id=${ids.region}&fields=%2Bvariants.calculated_price`
  const { status, body } = await list('cus_1', query)
  expect([status, body.count, body.offset, body.limit], JSON.stringify(body)).toEqual([200, 2, 0, 50])
  const all = await service.send(listStoreProducts, {
    actor: customer('cus_1'),
    query: `${query}&id[]=${ids.product}&id[]=${ids.second_product}`,
  })
  expect(body).toEqual(all.body)
  expect(body.products[0].variants[0].calculated_price).toMatchObject({ currency_code: 'eur' })
  expect((await list('cus_2', 'fields=id')).body.products).toEqual([{ id: ids.foreign_product }])
})

it('omits products that are not visible in the storefront, and finds only products on the wishlist', async () => {
  for (const product of [ids.product, ids.example_product, 'prod_none']) await wish('cus_3', product)
  const found = async (query = '') =>
    (await list('cus_3', `fields=id&${query}`)).body.products.map(({ id }: { id: string }) => id)
  expect(await found()).toEqual([ids.product])
  expect(await found(`id=${ids.product}`)).toEqual([ids.product])
  expect(await found(`id=${ids.second_product}`)).toEqual([])
  expect((await list('cus_4')).body).toMatchObject({ products: [], count: 0 })
})

it('rejects guests, unknown parameters and prices without a region', async () => {
  expect(refusal(await list(null))[0]).toBe(401)
  expect((await list('cus_1', 'foo=1')).status).toBe(400)
  expect((await list('cus_1', 'fields=%2Bvariants.calculated_price')).status).toBe(400)
})
