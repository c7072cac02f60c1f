import { listPriceListProducts } from '@souk/contracts'
import { plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { AT, aPrice, aPriceList, aProduct, aVariant, memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  const product = (n: number, more: object = {}) =>
    aProduct({
      id: `prod_${n}`,
      title: `Product ${n}`,
      created_at: `2026-01-0${n}T00:00:00.000Z`,
      variants: [aVariant({ id: `variant_${n}` }), aVariant({ id: `variant_${n}_more` })],
      ...more,
    })
  const price = (list: string, variant_id: string, more: object = {}) =>
    aPrice({ id: `price_${list}_${variant_id}`, price_list_id: list, variant_id, ...more })
  await insertMissing(service.db, {
    products: [
      ...[1, 2, 3].map((n) => product(n)),
      product(4, { status: 'draft' }),
      product(5, { deleted_at: AT }),
      product(6, { seller_id: 'sel_2' }),
    ],
    price_lists: [
      aPriceList(),
      aPriceList({ id: 'plist_empty' }),
      aPriceList({ id: 'plist_foreign', seller_id: 'sel_2' }),
      aPriceList({ id: 'plist_gone', deleted_at: AT }),
    ],
    prices: [
      ...['variant_1', 'variant_1_more', 'variant_2', 'variant_4', 'variant_5', 'variant_6'].map((id) => price('plist_1', id)),
      price('plist_1', 'variant_3', { deleted_at: AT }),
      price('plist_foreign', 'variant_3'),
      aPrice({ id: 'price_base', variant_id: 'variant_1' }),
    ],
  })
})
afterAll(() => service.stop())

const list = (query = '', id = 'plist_1', seller = 'sel_1') =>
  service.send(listPriceListProducts, { params: { id }, query, actor: memberOf(seller) })
const idsOf = ({ body }: { body: { products: { id: string }[] } }) => body.products.map(({ id }) => id)

describe('list-price-list-products', () => {
  it("lists the seller's products that have prices in the list, with their base prices", async () => {
    const answer = await list()

    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual(['prod_1', 'prod_2', 'prod_4'])
    expect(answer.body).toMatchObject({ count: 3, offset: 0, limit: 50 })
    const [variant, other] = answer.body.products[0].variants
    expect(variant).toMatchObject({ id: 'variant_1', prices: [{ id: 'price_base', amount: 20, price_rules: [] }] })
    expect(other).toMatchObject({ id: 'variant_1_more', prices: [] })
  })

  it.each([
    ['limit=1&offset=1', ['prod_2'], 3],
    ['order=-title', ['prod_4', 'prod_2', 'prod_1'], 3],
    ['status=draft', ['prod_4'], 1],
    ['id[]=prod_1&id[]=prod_3', ['prod_1'], 1],
    ['$or[0][id]=prod_6&$or[1][title]=Product 2', ['prod_2'], 1],
    ['with_deleted=true', ['prod_1', 'prod_2', 'prod_4'], 3],
    ['limit=0', [], 3],
  ])('finds products with %s', async (query, expected, count) => {
    const answer = await list(query)

    expect([idsOf(answer), answer.body.count]).toEqual([expected, count])
  })

  it('returns the requested fields', async () => {
    expect((await list('fields=title,variants.id&limit=1')).body.products).toEqual([
      { id: 'prod_1', title: 'Product 1', variants: [{ id: 'variant_1' }, { id: 'variant_1_more' }] },
    ])
  })

  it('is empty for a list without prices', async () => {
    expect((await list('', 'plist_empty')).body).toEqual({ products: [], count: 0, offset: 0, limit: 50 })
  })

  it.each(['plist_foreign', 'plist_none', 'plist_gone'])('returns 403 for the list %s', async (id) => {
    expect(refusal(await list('', id))).toEqual([403, 'not_allowed', 'You are not allowed to perform this action'])
  })

  it.each([
    ['order=amount', /Order field amount is not valid/],
    ['seller_id=sel_2', /Unrecognized fields: 'seller_id'/],
    ['variants[id]=variant_6', /Unrecognized fields: 'variants'/],
  ])('rejects %s by name', async (query, message) => {
    expect(refusal(await list(query))).toEqual([400, 'invalid_data', expect.stringMatching(message)])
  })

  it('uses an index for every filter and order', async () => {
    await insertMissing(service.db, {
      products: Array.from({ length: 300 }, (_, n) =>
        aProduct({ id: `prod_o${n}`, variants: [aVariant({ id: `variant_o${n}` })] }),
      ),
    })
    const { filters, orders } = queriesOf(listPriceListProducts)
    for (const query of [...filters, ...orders]) {
      const plans = await plansOf(service.db, () => list(`fields=id&${query}`))
      expect(await unindexed(service.db, plans)).toEqual([])
    }
  })
})
