import {
  createProductCategory,
  deleteCollection,
  deletePricePreference,
  deleteProductCategory,
  deleteProductTag,
  deleteProductType,
  deleteRegion,
  FIRST_STORE_ID,
  getVendorCollection,
  getVendorProductCategory,
  getVendorProductTag,
  getVendorProductType,
  getVendorRegion,
  getVendorStore,
  listVendorCollections,
  listVendorPricePreferences,
  listVendorProductCategories,
  listVendorProductTags,
  listVendorProductTypes,
  listVendorRegions,
  listVendorSalesChannels,
  listVendorShippingProfiles,
  listVendorStores,
  type Operation,
  updateProductCategory,
} from '@souk/contracts'
import { plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, seededId } from '../../../tools/seed/ids.ts'
import { seedPricing } from '../../../tools/seed/pricing.ts'
import { ADMIN, STOREFRONT } from './actors.ts'
import { memberOf } from './builders.ts'
import { type PricingUnderTest, startPricing } from './service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  await seedPricing(service.db)
})
afterAll(() => service.stop())

const [OWN, OTHER] = [memberOf(ids.seller), memberOf(ids.foreign_seller)]
const list = (operation: Operation, query = '', actor = OWN) => service.send(operation, { actor, query })
const get = (operation: Operation, id: string, query = '', actor = OWN) =>
  service.send(operation, { actor, params: { id }, query })

interface Shared {
  name: string
  all: Operation
  one?: Operation
  /** The id of a seeded record. */
  id: string
  missing?: string
}
const SHARED: Shared[] = [
  {
    name: 'categories',
    all: listVendorProductCategories,
    one: getVendorProductCategory,
    id: seededId('pcat', 1),
    missing: 'Product category with id: none was not found',
  },
  {
    name: 'collections',
    all: listVendorCollections,
    one: getVendorCollection,
    id: seededId('pcol', 1),
    missing: 'Collection with id: none was not found',
  },
  {
    name: 'tags',
    all: listVendorProductTags,
    one: getVendorProductTag,
    id: seededId('ptag', 1),
    missing: 'Product tag with id: none was not found',
  },
  {
    name: 'types',
    all: listVendorProductTypes,
    one: getVendorProductType,
    id: seededId('ptyp', 1),
    missing: 'Product type with id: none was not found',
  },
  {
    name: 'regions',
    all: listVendorRegions,
    one: getVendorRegion,
    id: ids.region,
    missing: 'Region with id: none not found',
  },
  {
    name: 'stores',
    all: listVendorStores,
    one: getVendorStore,
    id: FIRST_STORE_ID,
    missing: 'Store with id "none" not found',
  },
  { name: 'sales channels', all: listVendorSalesChannels, id: ids.sales_channel },
  { name: 'price preferences', all: listVendorPricePreferences, id: seededId('prpref', 1) },
]

describe.each(SHARED)('$name of the marketplace', ({ all, id }) => {
  const { key } = all.selects!

  it('are listed equally for every seller, and for nobody else', async () => {
    const { status, body, text } = await list(all)

    expect(status).toBe(200)
    expect(body[key].map((record: { id: string }) => record.id)).toContain(id)
    expect(body).toMatchObject({ count: body[key].length, offset: 0 })
    expect((await list(all, '', OTHER)).text).toBe(text)
    expect((await list(all, 'limit=1')).body).toMatchObject({ count: body.count, limit: 1 })
    for (const actor of [ADMIN, STOREFRONT]) expect((await list(all, '', actor)).status).toBe(401)
    expect((await list(all, 'foo=1')).status).toBe(400)
  })

  it('are found using indexes', async () => {
    const { filters, orders, search } = queriesOf(all)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders, ...search])
        expect([query, (await list(all, query)).status]).toEqual([query, 200])
    })
    expect(plans.filter(({ planSummary, ns }) => planSummary.includes('COLLSCAN') && !ns.endsWith('.stores'))).toEqual([])
  })
})

it.each(SHARED.flatMap(({ one, ...rest }) => (one ? [{ ...rest, one }] : [])))(
  '$name of the marketplace are returned individually with the requested fields',
  async ({ one, id, missing }) => {
    const { status, body, etag } = await get(one, id, 'limit=1&offset=0')

    expect({ status, body, etag }).toMatchObject({ status: 200, body: { [one.selects!.key]: { id } }, etag: expect.any(String) })
    expect((await get(one, id, 'fields=id')).body).toEqual({ [one.selects!.key]: { id } })
    expect(refusal(await get(one, 'none'))).toEqual([404, 'not_found', missing])
    expect((await get(one, id, '', ADMIN)).status).toBe(401)
  },
)

it('categories that are inactive or internal are not found by any filter', async () => {
  const found = async (query: string) => {
    const { product_categories, count } = (await list(listVendorProductCategories, `fields=id&${query}`)).body
    expect(count).toBe(product_categories.length)
    return product_categories.map(({ id }: { id: string }) => id)
  }
  const open = await found('')
  expect(open).toContain(seededId('pcat', 1))
  const hidden = [
    { name: 'Internal', is_active: true, is_internal: true },
    { name: 'Inactive', is_active: false },
    { name: 'Neither', is_active: false, is_internal: true },
  ]
  for (const body of hidden) expect((await service.send(createProductCategory, { actor: ADMIN, body })).status).toBe(200)

  for (const query of ['', 'is_internal=false', 'is_active=true', 'is_active=true&is_internal=false'])
    expect([query, await found(query)]).toEqual([query, open])
  for (const query of ['is_internal=true', 'is_active=false', 'is_active=false&is_internal=true'])
    expect([query, await found(query)]).toEqual([query, []])
})

it('collections, categories, tags and types show only the products of the seller, in any status', async () => {
  const among = async (operation: Operation, id: string, actor = OWN) => {
    const { body } = await get(operation, id, 'fields=id,*products', actor)
    return body[operation.selects!.key].products.map((product: { id: string }) => product.id)
  }
  const asked = [
    [getVendorCollection, seededId('pcol', 1)],
    [getVendorProductCategory, seededId('pcat', 1)],
    [getVendorProductTag, seededId('ptag', 1)],
    [getVendorProductType, seededId('ptyp', 1)],
  ] as const
  for (const [operation, id] of asked) {
    expect(await among(operation, id)).toEqual([ids.product])
    expect(await among(operation, id, OTHER)).toEqual([])
  }
})

it('stores show their currencies, regions their countries, and sales channels no stock locations', async () => {
  const [store] = (await list(listVendorStores, 'fields=%2Bsupported_currencies')).body.stores
  expect(store.supported_currencies).toMatchObject([{ currency_code: 'eur', is_default: true }, { currency_code: 'usd' }])
  const [region] = (await list(listVendorRegions, `id=${ids.region}`)).body.regions
  expect(region).toMatchObject({ id: ids.region, automatic_taxes: true, countries: [{ iso_2: 'de' }, { iso_2: 'fr' }] })
  const [channel] = (await list(listVendorSalesChannels, 'fields=id,*stock_locations')).body.sales_channels
  expect(channel).toEqual({ id: ids.sales_channel })
  expect((await list(listVendorSalesChannels, `location_id=${ids.stock_location}`)).status).toBe(400)
})

it('inactive and internal categories are omitted from the category tree', async () => {
  const inactive = { params: { id: seededId('pcat', 4) }, body: { is_internal: true } }
  expect((await service.send(updateProductCategory, { actor: ADMIN, ...inactive })).status).toBe(200)

  const shown = await list(
    listVendorProductCategories,
    'include_descendants_tree=true&parent_category_id=null&fields=id,name,category_children,handle,is_internal,is_active',
  )
  expect(shown.body.product_categories.map(({ id }: { id: string }) => id)).toEqual([seededId('pcat', 1), seededId('pcat', 3)])
  expect(shown.body.product_categories[0]).toMatchObject({ category_children: [{ id: seededId('pcat', 2) }], is_active: true })
  expect((await get(getVendorProductCategory, seededId('pcat', 4))).status).toBe(404)
})

it.each<{ all: Operation; one?: Operation; remove: Operation; id: string }>([
  { all: listVendorCollections, one: getVendorCollection, remove: deleteCollection, id: seededId('pcol', 2) },
  { all: listVendorProductCategories, one: getVendorProductCategory, remove: deleteProductCategory, id: seededId('pcat', 3) },
  { all: listVendorProductTags, one: getVendorProductTag, remove: deleteProductTag, id: seededId('ptag', 4) },
  { all: listVendorProductTypes, one: getVendorProductType, remove: deleteProductType, id: seededId('ptyp', 3) },
  { all: listVendorRegions, one: getVendorRegion, remove: deleteRegion, id: ids.example_region },
  { all: listVendorPricePreferences, remove: deletePricePreference, id: seededId('prpref', 5) },
])('$all.name omits deleted records', async ({ all, one, remove, id }) => {
  const found = async (query: string) => (await list(all, query)).body
  expect(await found(`id=${id}`)).toMatchObject({ [all.selects!.key]: [{ id }], count: 1 })
  const { status, text } = await service.send(remove, { actor: ADMIN, params: { id } })
  expect(status, text).toBe(200)

  for (const query of [`id=${id}`, `id=${id}&with_deleted=true`])
    expect([query, await found(query)]).toMatchObject([query, { [all.selects!.key]: [], count: 0 }])
  if (one) expect((await get(one, id)).status).toBe(404)
})

it.each([
  { all: listVendorCollections, limit: 20 },
  { all: listVendorProductTags, limit: 20 },
  { all: listVendorShippingProfiles, limit: 20 },
  { all: listVendorProductTypes, limit: 50 },
  { all: listVendorPricePreferences, limit: 300 },
])('$all.name returns $limit records per page', async ({ all, limit }) => {
  expect((await list(all)).body).toMatchObject({ offset: 0, limit })
})
