import {
  createPriceList,
  createPriceListPrice,
  createProduct,
  createProductVariant,
  findProducts,
  getPriceList,
  listPriceLists,
  ProductRelation,
  quote,
  quoteShippingOption,
} from '@souk/contracts'
import { plansOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { ADMIN } from './actors.ts'
import { aPrice, aPriceList, aProduct, memberOf, records } from './builders.ts'
import { isLookedAtMeanwhile } from './looked-at-meanwhile.ts'
import { type PricingUnderTest, startPricing } from './service.ts'

let service: PricingUnderTest

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, {
    ...records,
    products: [
      aProduct({
        type_id: 'ptyp_1',
        collection_id: 'pcol_1',
        tag_ids: ['ptag_1'],
        shipping_profile_id: 'sp_1',
        options: [{ id: 'opt_1', value_ids: [] }],
      }),
    ],
    prices: [aPrice(), aPrice({ id: 'price_list', price_list_id: 'plist_1' })],
    price_lists: [aPriceList()],
  })
})
afterAll(() => service.stop())

const actor = memberOf('sel_1')
const params = { id: 'plist_1' }
const tax_address = { country_code: 'de', province: null }
const price = { variant_id: 'variant_1', currency_code: 'eur', amount: 1 }

it('all reads use an index', async () => {
  const profile = await plansOf(service.db, async () => {
    await service.call(createPriceListPrice, { params, actor, body: price })
    await service.call(createPriceList, { actor, body: { title: 'New', prices: [price] } })
    await service.call(getPriceList, { params, actor })
    await service.call(listPriceLists, { actor })
    const items = [{ variant_id: 'variant_1', quantity: 1 }]
    const context = { region_id: null, currency_code: null, sales_channel_id: null, customer: null, tax_address }
    await service.call(quote, { body: { ...context, items, shipping_option_ids: ['so_1'] } })
    await service.call(quoteShippingOption, {
      body: { shipping_option_id: 'so_1', currency_code: 'eur', region_id: null, tax_address },
    })

    const relations = ProductRelation.options.map((relation) => ({ relation, ids: ['a', 'b'] }))
    await service.call(findProducts, { actor, body: { relations } })
  })
  const asked = profile.filter((query) => !isLookedAtMeanwhile(query))
  const plans = asked.map(({ ns, planSummary }) => `${ns.split('.').at(-1)}: ${planSummary}`)
  const collections = plans.map((plan) => plan.split(':')[0]!)
  expect(new Set(collections)).toEqual(
    new Set([
      'prices',
      'inventory_items',
      'price_lists',
      'products',
      'category_trees',
      'product_types',
      'product_tags',
      'product_collections',
      'product_options',
      'shipping_profiles',
      'stores',
      'regions',
      'sales_channels',
      'price_preferences',
      'shipping_options',
      'fulfillment_providers',
      'tax_regions',
      'tax_rates',
    ]),
  )
  expect(plans.filter((plan) => plan.includes('COLLSCAN'))).toEqual([])
})

it('a rejected product or variant with a duplicate SKU uses the index of variant codes', async () => {
  const variant = { title: 'One', sku: 'TAKEN-1', prices: [] }
  const wanted = (title: string) => ({
    actor: ADMIN,
    body: { title, options: [{ title: 'size', values: ['L'] }], variants: [variant] },
  })
  expect((await service.send(createProduct, wanted('First'))).status).toBe(200)
  const profile = await plansOf(service.db, async () => {
    const answers = await Promise.all([
      service.send(createProduct, wanted('Second')),
      service.send(createProductVariant, { actor: ADMIN, params: { id: 'prod_1' }, body: { ...variant } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
  })
  const ofCodes = profile.filter(({ command }) => command?.filter?.variant_codes !== undefined)
  expect(ofCodes.map(({ planSummary }) => planSummary)).toEqual(ofCodes.map(() => expect.stringContaining('variant_codes')))
  expect(ofCodes).not.toEqual([])
})
