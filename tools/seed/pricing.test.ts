import { getPriceList, quote, quoteShippingOption } from '@souk/contracts'
import { startTestService } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pricingService } from '../../services/pricing/src/service.ts'
import { snapshotOf } from './catalogue.ts'
import { ids } from './ids.ts'
import { seedPricing } from './pricing.ts'

let service: Awaited<ReturnType<typeof startPricing>>
const startPricing = () => startTestService(pricingService)

beforeAll(async () => {
  service = await startPricing()
  await seedPricing(service.db)
  await seedPricing(service.db)
})
afterAll(() => service.stop())

const cart = (overrides: object) => ({
  region_id: ids.region,
  currency_code: null,
  sales_channel_id: ids.sales_channel,
  customer: null,
  tax_address: { country_code: 'de', province: null },
  items: [],
  shipping_option_ids: [],
  ...overrides,
})

const priceOf = async (overrides: object) => {
  const { items } = await service.call(quote, { body: cart(overrides) })
  return items.map(({ unit_price, compare_at_unit_price, tax_lines }) => [
    unit_price,
    compare_at_unit_price,
    ...tax_lines.map(({ rate }) => rate),
  ])
}

describe('the seeded catalog', () => {
  it.each(['fulfillment_sets', 'shipping_profiles'])(
    'is added to a database that an earlier version has seeded: %s',
    async (name) => {
      const collection = service.db.collection(name)
      const before = await collection.find().sort({ _id: 1 }).toArray()
      await collection.deleteMany({})
      const partialFilterExpression = { deleted_at: null }
      await collection.createIndex({ name: 1 }, { name: 'one_per_name', unique: true, partialFilterExpression })
      await seedPricing(service.db)
      expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual(before)
      expect((await collection.indexes()).map((index) => index.name)).not.toContain('one_per_name')
    },
  )

  it('sells every variant at its base price', async () => {
    const items = [ids.variant, ids.second_variant, ids.third_variant, ids.foreign_variant].map((variant_id) => ({
      variant_id,
      quantity: 1,
    }))

    expect(await priceOf({ items })).toEqual([
      [20, null, 19],
      [25, null, 19],
      [12, null, 7],
      [9, null, 19],
    ])
  })

  it.each([
    [4, 20, null],
    [5, 17, 20],
    [9, 17, 20],
    [10, 18, null],
    [50, 16, null],
  ])('sells %i shirts at %i each, compared with %s', async (quantity, unitPrice, comparedWith) => {
    expect(await priceOf({ items: [{ variant_id: ids.variant, quantity }] })).toEqual([[unitPrice, comparedWith, 19]])
  })

  it('sells in dollars in the United States, taxed in New York only', async () => {
    const items = [{ variant_id: ids.variant, quantity: 1 }]
    const to = (province: string) => ({ region_id: ids.us_region, items, tax_address: { country_code: 'us', province } })

    expect(await priceOf(to('us-ny'))).toEqual([[22, null, 8.875]])
    expect(await priceOf(to('us-ca'))).toEqual([[22, null]])
  })

  it.each([
    [ids.shipping_option, 'eur', 10],
    [ids.shipping_option, 'usd', 12],
    [ids.express_shipping_option, 'eur', 15],
    [ids.express_shipping_option, 'usd', null],
    [ids.shipping_option_without_price, 'eur', null],
  ])('ships with %s in %s for %s', async (shipping_option_id, currency_code, amount) => {
    const body = { shipping_option_id, currency_code, region_id: ids.region, tax_address: { country_code: 'de', province: null } }

    expect((await service.call(quoteShippingOption, { body })).shipping_option).toMatchObject({ amount })
  })

  it('gives each seller a price list', async () => {
    const read = (id: string, seller_id: string) =>
      service.call(getPriceList, { params: { id }, actor: { type: 'member', id: 'mem_1', seller_id, identity_id: 'authid_1' } })

    expect((await read(ids.price_list, ids.seller)).price_list.prices).toHaveLength(3)
    expect((await read(ids.foreign_price_list, ids.foreign_seller)).price_list.prices).toHaveLength(1)
  })

  it.each([ids.variant, ids.second_variant, ids.third_variant, ids.foreign_variant])(
    'has the same snapshot of %s as a quote',
    async (variant_id) => {
      const body = cart({ items: [{ variant_id, quantity: 1 }], tax_address: { country_code: null, province: null } })
      const { items } = await service.call(quote, { body })

      const { product, variant, seller_id, unit_price } = items[0]!
      expect({ product, variant, seller_id, unit_price }).toEqual(snapshotOf(variant_id))
    },
  )
})
