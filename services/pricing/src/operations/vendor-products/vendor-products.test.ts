import { deleteProduct, getVendorProduct, listSellerProducts, listVendorProducts } from '@souk/contracts'
import { FORBIDDEN, plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, seededId } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seedPricing } from '../../../../../tools/seed/pricing.ts'
import { ADMIN, STOREFRONT } from '../../../test/actors.ts'
import { aPrice, aProduct, memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
const own = (id: string, overrides: Parameters<typeof aProduct>[0] = {}) =>
  aProduct({ id, seller_id: 'sel_a', variants: [], ...overrides })
beforeAll(async () => {
  service = await startPricing()
  await seedPricing(service.db)
  await insertMissing(service.db, {
    products: [
      own('prod_draft', { status: 'draft', title: 'Scarf', created_at: '2026-02-01T00:00:00.000Z' }),
      own('prod_hat', { title: 'Hat', created_at: '2026-02-02T00:00:00.000Z' }),
      own('prod_gone', { deleted_at: '2026-02-02T00:00:00.000Z' }),
      aProduct({ id: 'prod_b', seller_id: 'sel_b', variants: [] }),
      aProduct({ id: 'prod_nobodys', seller_id: null, variants: [] }),
    ],
  })
})
afterAll(() => service.stop())

const list = (query = '', seller = 'sel_a') => service.send(listVendorProducts, { actor: memberOf(seller), query })
const get = (id: string, query = '', seller = 'sel_a') =>
  service.send(getVendorProduct, { actor: memberOf(seller), params: { id }, query })
const idsOf = ({ body }: { body: { products: { id: string }[] } }) => body.products.map(({ id }) => id)

describe('list-vendor-products', () => {
  it('lists the products of the seller in any status, oldest first', async () => {
    const reply = await list()

    expect(reply).toMatchObject({ status: 200, body: { count: 2, offset: 0, limit: 50 } })
    expect(idsOf(reply)).toEqual(['prod_draft', 'prod_hat'])
    expect(reply.text).not.toContain('seller_id')
    expect(idsOf(await list('', 'sel_b'))).toEqual(['prod_b'])
    expect((await list('', 'sel_new')).body).toMatchObject({ products: [], count: 0 })
    for (const actor of [ADMIN, STOREFRONT]) expect((await service.send(listVendorProducts, { actor })).status).toBe(401)
  })

  it.each([
    ['limit=1&offset=1', ['prod_hat'], 2],
    ['order=title', ['prod_hat', 'prod_draft'], 2],
    ['q=sca', ['prod_draft'], 1],
    ['status=published', ['prod_hat'], 1],
    ['id[]=prod_hat&id[]=prod_b', ['prod_hat'], 1],
    ['with_deleted=true', ['prod_draft', 'prod_hat'], 2],
    ['sales_channel_id=sc_1', ['prod_draft', 'prod_hat'], 2],
    ['tag_id=ptag_1', [], 0],
    ['deleted_at[$gt]=2026-01-01', [], 0],
    ['price_list_id=plist_none', [], 0],
  ])('returns the page for %s with the correct count', async (query, expected, count) => {
    const reply = await list(query)
    expect([idsOf(reply), reply.body.count]).toEqual([expected, count])
  })

  it('shows variants with prices and inventory items, and rejects unknown query parameters', async () => {
    const { body } = await list(
      `id=${ids.product}&fields=id,*variants,*variants.prices,*variants.inventory_items.inventory`,
      ids.seller,
    )

    expect(body.products[0].variants[0]).toMatchObject({
      id: ids.variant,
      prices: expect.arrayContaining([expect.objectContaining({ currency_code: 'eur', amount: 20 })]),
      inventory_items: [{ inventory: { sku: 'SHIRT-S' } }],
    })
    expect((await list('foo=1')).status).toBe(400)
  })

  it('finds products whose variants have prices in a price list', async () => {
    await insertMissing(service.db, {
      prices: [aPrice({ id: 'price_own', price_list_id: 'plist_own', variant_id: ids.variant })],
    })
    expect(idsOf(await list('price_list_id=plist_own', ids.seller))).toEqual([ids.product])
    expect(idsOf(await list('price_list_id=plist_own'))).toEqual([])
  })

  it('uses an index for every query, and reads few documents for any order', async () => {
    await insertMissing(service.db, {
      products: Array.from({ length: 200 }, (_, n) =>
        aProduct({ id: `prod_other${n}`, seller_id: `sel_${n}`, title: `T${n}`, variants: [] }),
      ),
    })
    const { filters, orders, search } = queriesOf(listVendorProducts)
    for (const query of [...orders, ...search, ...filters]) {
      for (const { planSummary, hasSortStage = false, docsExamined, op, command } of await plansOf(service.db, () =>
        list(`fields=id&limit=3&${query}`),
      )) {
        expect({ query, planSummary }).toEqual({ query, planSummary: expect.not.stringContaining('COLLSCAN') })
        const isPage = op === 'query' && command.find === 'products' && query.startsWith('order=')
        if (isPage) expect({ query, hasSortStage, isFew: docsExamined <= 5 }).toEqual({ query, hasSortStage: false, isFew: true })
      }
    }
  })
})

describe('list-seller-products', () => {
  it('returns the same to administrators as to the seller, and an empty list for unknown sellers', async () => {
    const ask = (id: string, query = '') => service.send(listSellerProducts, { actor: ADMIN, params: { id }, query })
    expect((await ask('sel_a', 'order=title&limit=1')).body).toEqual((await list('order=title&limit=1')).body)
    expect((await ask('sel_none')).body).toMatchObject({ products: [], count: 0 })
    for (const actor of [memberOf('sel_a'), STOREFRONT])
      expect((await service.send(listSellerProducts, { actor, params: { id: 'sel_a' } })).status).toBe(401)
  })
})

describe('get-vendor-product', () => {
  it('returns a product of the seller', async () => {
    const { status, body, etag } = await get('prod_draft', 'limit=1&offset=0')

    expect({ status, etag }).toMatchObject({ status: 200, etag: expect.any(String) })
    expect(body.product).toMatchObject({ id: 'prod_draft', status: 'draft' })
    const { product } = (await get(ids.product, 'fields=*variants.inventory_items,*categories,*options', ids.seller)).body
    expect(product).toMatchObject({
      id: ids.product,
      options: [{ title: 'Size' }],
      categories: [{ id: seededId('pcat', 1) }, {}],
    })
    expect(product.variants[0].options[0].option).toMatchObject({ title: 'Size' })
  })

  it.each(['prod_b', 'prod_none', 'prod_gone', 'prod_nobodys'])('returns 403 for %s', async (id) => {
    expect(refusal(await get(id))).toEqual(FORBIDDEN)
  })

  it('returns 403 as soon as the product is deleted', async () => {
    await insertMissing(service.db, { products: [own('prod_short', { title: 'Short-lived' })] })
    expect((await get('prod_short')).status).toBe(200)

    await service.send(deleteProduct, { actor: ADMIN, params: { id: 'prod_short' } })

    expect(refusal(await get('prod_short'))).toEqual(FORBIDDEN)
  })
})
