import { compileFields, listStoreProducts } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { STOREFRONT } from '../../../test/actors.ts'
import { aPrice, aProduct, aVariant, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'
import type { Deps } from '../../deps.ts'
import { pageOfStoreProducts } from './page-of-store-products.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  const variants = [aVariant({ id: 'variant_1', product_id: 'prod_1' })]
  const prices = [aPrice({ variant_id: 'variant_1', price_set_id: 'pset_of_variant_1' })]
  await insertMissing(service.db, { ...records, products: [aProduct({ id: 'prod_1', seller_id: null, variants })], prices })
})
afterAll(() => service.stop())

/** Asks for a page with the prices of a cart, of which `findCartPlace` knows the place. */
function ask(findCartPlace: Deps['shoppers']['findCartPlace'], { limit = 1, page = service.deps.products.page } = {}) {
  const { products, shoppers } = service.deps
  const request = {
    query: { filter: [], q: undefined, order: undefined, offset: 0, limit, context: { cart_id: 'cart_1' } },
    selection: compileFields(listStoreProducts.selects!.schema, 'id,*variants.calculated_price', 'all'),
    actor: STOREFRONT,
    deadline: Date.now() + 20_000,
  }
  const deps = { ...service.deps, products: { ...products, page }, shoppers: { ...shoppers, findCartPlace } }
  return pageOfStoreProducts(request as never, deps, () => {})
}

it('reads the products while the cart is being asked for', async () => {
  let isRead = () => {}
  const place = new Promise<{ region_id: string }>((resolve) => (isRead = () => resolve({ region_id: 'reg_eu' })))
  const page = ((...asked: Parameters<typeof service.deps.products.page>) => {
    isRead()
    return service.deps.products.page(...asked)
  }) as typeof service.deps.products.page

  const { products } = await ask((() => place) as never, { page })

  expect(products).toMatchObject([{ variants: [{ calculated_price: { calculated_amount: expect.any(Number) } }] }])
})

it.each([0, 1])('is refused as the cart is, for a page of at most %s', async (limit) => {
  const page = (() => Promise.reject(new Error('later'))) as never
  for (const more of [{}, { page }])
    await expect(ask(() => Promise.reject(new Error('no such cart')), { limit, ...more })).rejects.toThrow('no such cart')
})
