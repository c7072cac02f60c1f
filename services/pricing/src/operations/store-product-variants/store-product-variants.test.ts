import { deleteProductVariant, getStoreProductVariant, listStoreProductVariants, type StorefrontActor } from '@souk/contracts'
import { plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { actorsOf, STOREFRONT } from '../../../test/actors.ts'
import { anOption, aPrice, aProduct, aVariant, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

const size = anOption('opt_size', 'Size', ['S', 'L'])
const variantOf = (id: string, title: string, overrides: object = {}) =>
  aVariant({ id, title, product_id: 'prod_1', ...overrides })
const shirt = aProduct({
  title: 'Shirt',
  type_id: 'ptyp_1',
  options: [{ id: size.id, value_ids: null }],
  variants: [
    variantOf('variant_1', 'S', { sku: 'SH-S', option_value_ids: ['opt_size_0'], allow_backorder: true }),
    variantOf('variant_2', 'L', { sku: 'SH-L', option_value_ids: ['opt_size_1'] }),
  ],
  created_at: '2026-02-02T00:00:00.000Z',
})
const other = (id: string, overrides: object) =>
  aProduct({
    id,
    title: `Other ${id}`,
    variants: [variantOf(`variant_of_${id}`, `Ünique ${id}`, { product_id: id })],
    ...overrides,
  })

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, {
    ...records,
    sales_channels: records.sales_channels.flatMap((channel) => [channel, { ...channel, id: 'sc_2' }]),
    product_options: [size],
    products: [
      shirt,
      other('prod_older', { created_at: '2026-02-01T00:00:00.000Z' }),
      other('prod_foreign', { sales_channel_ids: ['sc_2'] }),
      other('prod_draft', { status: 'draft' }),
      other('prod_gone', { deleted_at: '2026-02-01T00:00:00.000Z' }),
    ],
    prices: [aPrice({ amount: 20 }), aPrice({ id: 'price_2', variant_id: 'variant_2', amount: 25 })],
  })
})
afterAll(() => service.stop())

const listed = async (query: string, actor: StorefrontActor = STOREFRONT) =>
  (await actorsOf(service).shopper(listStoreProductVariants, { query, actor })).body
const one = (id: string, query = '') => actorsOf(service).shopper(getStoreProductVariant, { params: { id }, query })

describe('list-store-product-variants', () => {
  it('lists the variants of products published in the channels of the key, product by product', async () => {
    const body = await listed('')
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 20 })
    expect(body.variants).toMatchObject([
      { id: 'variant_of_prod_older', product_id: 'prod_older' },
      { id: 'variant_1', options: [{ value: 'S', option: { title: 'Size' } }], product: { id: 'prod_1', type_id: 'ptyp_1' } },
      { id: 'variant_2', options: [{ value: 'L' }] },
    ])
    expect(Object.keys(body.variants[0].product)).toEqual(['id', 'type_id'])
    for (const hidden of ['calculated_price', 'prices', 'inventory_quantity']) expect(body.variants[0]).not.toHaveProperty(hidden)
  })

  const older = 'variant_of_prod_older'
  it.each([
    ['id[]=variant_2&id[]=variant_of_prod_foreign', ['variant_2']],
    ['sku=SH-L', ['variant_2']],
    ['sku=SH-L&deleted_at=null', ['variant_2']],
    ['deleted_at[$gt]=2026-01-01', []],
    ['sku[$ne]=SH-L', ['variant_1']],
    ['sku=null', [older]],
    ['product_id=prod_older', [older]],
    ['allow_backorder=true', ['variant_1']],
    ['options[option_id]=opt_size&options[value]=L', ['variant_2']],
    ['options[value]=S', ['variant_1']],
    ['q=sh-l', ['variant_2']],
    ['q=shirt', ['variant_1', 'variant_2']],
    ['q=unique', [older]],
    ['$or[0][sku]=SH-S&$or[1][product_id]=prod_older', [older, 'variant_1']],
    ['order=title', ['variant_2', 'variant_1', older]],
    ['order=-title', [older, 'variant_1', 'variant_2']],
    ['limit=1&offset=1', ['variant_1']],
    ['limit=0', []],
    ['offset=9', []],
  ])('finds variants by %s', async (query, ids) => {
    const { variants, count } = await listed(query)
    expect(variants.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(count).toBe(/limit|offset/.test(query) ? 3 : query.startsWith('order') ? 3 : ids.length)
  })

  it('shows prices in a region, using one query for all', async () => {
    const { variants } = await listed('region_id=reg_eu&country_code=de&fields=title')
    expect(variants.map(({ calculated_price }: { calculated_price: unknown }) => calculated_price)).toMatchObject([
      expect.toSatisfy((price: unknown) => price === null),
      { calculated_amount: 20, calculated_amount_with_tax: 23.8 },
      { calculated_amount: 25, raw_calculated_amount: { value: '25', precision: 20 }, calculated_price: { id: 'price_2' } },
    ])
    const plans = await plansOf(service.db, () => listed('region_id=reg_eu'))
    expect(plans.filter(({ ns }) => ns.endsWith('.prices'))).toHaveLength(1)
  })

  it('is limited to the channels of the publishable key', async () => {
    const both = { ...STOREFRONT, sales_channel_ids: ['sc_1', 'sc_2'] }
    expect((await listed('sales_channel_id=sc_2', both)).variants).toMatchObject([{ id: 'variant_of_prod_foreign' }])
    const refused = await actorsOf(service).shopper(listStoreProductVariants, { query: 'sales_channel_id=sc_2' })
    expect(refusal(refused)).toEqual([400, 'invalid_data', 'Requested sales channel is not part of the publishable key'])
  })

  it('uses an index for every query', async () => {
    const { filters, orders, search } = queriesOf(listStoreProductVariants)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters.filter((_, at) => at % 3 === 0), ...orders, ...search, 'options[value]=a'])
        expect([query, (await actorsOf(service).shopper(listStoreProductVariants, { query })).status]).toEqual([query, 200])
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

describe('get-store-product-variant', () => {
  it('returns a variant with its price, and 404 for variants that are not visible or unknown', async () => {
    const { status, body, etag } = await one('variant_2', 'currency_code=eur&fields=+inventory_quantity')
    expect({ status, etag }).toEqual({ status: 200, etag: expect.stringMatching(/^"1-/) })
    expect(body.variant).toMatchObject({ id: 'variant_2', inventory_quantity: null, calculated_price: { calculated_amount: 25 } })
    const stock = await one('variant_2', 'fields=inventory_quantity')
    expect(stock.body.variant).toEqual({ id: 'variant_2', inventory_quantity: null, manage_inventory: expect.any(Boolean) })
    for (const id of ['variant_of_prod_foreign', 'variant_of_prod_draft', 'variant_of_prod_gone', 'variant_none'])
      expect(refusal(await one(id))).toEqual([404, 'not_found', `Product variant with id: ${id} was not found`])
  })

  it('returns 404 right after the variant is deleted, even with concurrent reads', async () => {
    const gone = actorsOf(service).admin(deleteProductVariant, { params: { id: 'prod_1', variant_id: 'variant_1' } })
    const looks = Array.from({ length: 5 }, async () => expect([200, 404]).toContain((await one('variant_1')).status))
    await Promise.all([gone, ...looks])
    expect((await one('variant_1')).status).toBe(404)
    expect((await listed('')).variants).toHaveLength(2)
  })
})
