import { type Actor, findProducts, listStoreCollections, listStoreProductCategories, type ProductNeed } from '@souk/contracts'
import { toDocument } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { AT, aCategory, anOption, aPrice, aProduct, aVariant, memberOf, records, stockOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest

const dates = { created_at: AT, updated_at: AT, deleted_at: null }
const ADMIN: Actor = { type: 'user', id: 'user_1', identity_id: null }
const STOREFRONT: Actor = { type: 'storefront', id: 'apk_1', sales_channel_ids: ['sc_1'], customer_id: null }

const root = aCategory(1)
const child = aCategory(2, { parent_category_id: 'pcat_1' })
const internal = aCategory(3, { parent_category_id: 'pcat_1', is_internal: true })
const inactive = aCategory(4, { parent_category_id: 'pcat_1', is_active: false })
const grandchild = aCategory(6, { parent_category_id: 'pcat_2' })
const below = aCategory(7, { parent_category_id: 'pcat_3' })

const collection = { id: 'pcol_1', title: 'Summer', handle: null, external_id: null, metadata: null, ...dates }
const size = anOption('opt_1', 'Size', ['S'])
const stocked = { manage_inventory: true, inventory_items: [stockOf(2, 3, 4)] }

/** A product in the collection and the categories, with one variant of its own. */
const inCollection = (n: number, overrides: Parameters<typeof aProduct>[0] = {}) =>
  aProduct({
    id: `prod_${n}`,
    collection_id: collection.id,
    category_ids: [child.id, internal.id],
    variants: [aVariant({ id: `variant_${n}`, product_id: `prod_${n}`, ...stocked })],
    ...overrides,
  })

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, {
    ...records,
    sales_channels: ['sc_1', 'sc_2'].map((id) => ({ ...records.sales_channels[0]!, id })),
    category_trees: [{ id: 'product_categories', categories: [root, child, internal, inactive, grandchild, below] }],
    product_collections: [collection, { ...collection, id: 'pcol_2', title: 'Winter', handle: 'winter' }],
    product_options: [size],
    products: [
      inCollection(1, {
        options: [{ id: size.id, value_ids: null }],
        variants: [
          aVariant({ ...stocked, option_value_ids: ['opt_1_0'] }),
          aVariant({ id: 'variant_backorder', ...stocked, allow_backorder: true }),
          aVariant({ id: 'variant_unmanaged' }),
          aVariant({ id: 'variant_gone', ...stocked, deleted_at: AT }),
        ],
      }),
      inCollection(2, { seller_id: 'sel_2' }),
      inCollection(3, { status: 'draft' }),
      inCollection(4, { sales_channel_ids: ['sc_2'] }),
      inCollection(5, { deleted_at: AT }),
      inCollection(6, { collection_id: null, category_ids: [], variants: [] }),
      inCollection(7, { collection_id: 'pcol_2', category_ids: [grandchild.id] }),
      inCollection(8, { collection_id: 'pcol_2', category_ids: [grandchild.id], sales_channel_ids: ['sc_gone'] }),
    ],
    prices: [
      aPrice(),
      aPrice({ id: 'price_of_list', price_list_id: 'plist_1', amount: 1 }),
      aPrice({ id: 'price_2', variant_id: 'variant_2', price_set_id: 'pset_of_variant_2' }),
    ],
  })
})
afterAll(() => service.stop())

const find = async (actor: Actor, ...relations: ProductNeed[]) => {
  const answer = await service.call(findProducts, { actor, body: { relations } })
  expect(findProducts.response.safeParse(answer).error).toBeUndefined()
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return answer.relations as any
}
const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)

describe('find-products', () => {
  it('returns one value per id for each relation, in request order', async () => {
    const found = await find(
      ADMIN,
      { relation: 'variant.product', ids: ['prod_2', 'prod_none', 'prod_1'], fields: 'id' },
      { relation: 'product.variants', ids: ['prod_none', 'prod_1'], fields: 'id' },
      { relation: 'collection.products', ids: ['pcol_none', 'pcol_1'], fields: 'id,collection.id' },
      { relation: 'category.parent_category', ids: ['pcat_1', 'pcat_none'], fields: 'name' },
    )

    const inPcol1 = ['prod_1', 'prod_2', 'prod_3', 'prod_4'].map((id) => ({ id, collection: { id: 'pcol_1' } }))
    expect(found).toEqual([
      [{ id: 'prod_2' }, null, { id: 'prod_1' }],
      [[], ['variant_1', 'variant_backorder', 'variant_unmanaged'].map((id) => ({ id }))],
      [[], inPcol1],
      [{ id: 'pcat_1', name: 'Category 1' }, null],
    ])
  })

  it('returns the quantity in stock, including variants with backorders, and null for unmanaged ones', async () => {
    const ids = ['variant_1', 'variant_backorder', 'variant_unmanaged', 'variant_gone', 'variant_none']

    expect(await find(ADMIN, { relation: 'variant.inventory_quantity', ids })).toEqual([[3, 3, null, null, null]])
  })

  it('shows the inventory items of variants with their levels, but not to storefronts', async () => {
    const ids = ['variant_1', 'variant_unmanaged', 'variant_gone', 'variant_none', 'variant_2']
    const need = { relation: 'variant.inventory', ids } as const
    const { inventory_item_id: id } = stocked.inventory_items[0]!
    const taken = { id, location_levels: [{ available_quantity: 3 }, { available_quantity: 4 }] }

    expect(await find(ADMIN, need)).toMatchObject([[[taken], [], [], [], [taken]]])
    expect(await find(memberOf('sel_1'), need)).toMatchObject([[[taken], [], [], [], []]])
    expect(await find(STOREFRONT, need)).toEqual([[[], [], [], [], []]])
  })

  it('hides products of deleted channels from storefronts, even if the key names these channels', async () => {
    const actor = { ...STOREFRONT, sales_channel_ids: ['sc_1', 'sc_gone'] }
    const shown = [{ id: 'prod_7' }]

    expect(await find(actor, { relation: 'collection.products', ids: ['pcol_2'], fields: 'id' })).toEqual([[shown]])
    const collections = await service.send(listStoreCollections, { actor, query: 'id=pcol_2&fields=products.id' })
    expect(collections.body.collections).toEqual([{ id: 'pcol_2', products: shown }])
    for (const more of ['', '&include_descendants_tree=true']) {
      const query = `id=pcat_6&fields=products.id${more}`
      const { product_categories } = (await service.send(listStoreProductCategories, { actor, query })).body
      expect(product_categories).toMatchObject([{ id: 'pcat_6', products: shown }])
    }
  })

  it('shows whole products with variants and base prices by default, without fields that must be requested', async () => {
    const [[product]] = await find(ADMIN, { relation: 'variant.product', ids: ['prod_1'] })

    expect(product).toMatchObject({
      id: 'prod_1',
      sales_channels: [{ id: 'sc_1' }],
      collection: { id: 'pcol_1', products: null },
      variants: [
        { id: 'variant_1', product: null, calculated_price: null, prices: [{ id: 'price_1', amount: 20 }] },
        { prices: [] },
        { prices: [] },
      ],
    })
    expect(product.variants[0]).not.toHaveProperty('inventory_quantity')
    for (const hidden of ['seller_id', 'sales_channel_ids', 'revision', 'outbox', 'recent_ops'])
      expect(product).not.toHaveProperty(hidden)
    expect(product.variants[0]).not.toHaveProperty('price_set_id')
  })

  it('resolves nested relations', async () => {
    const deep = 'variants.inventory_quantity,variants.product.title,variants.options.option.title,collection.products.title'

    const [[product]] = await find(STOREFRONT, { relation: 'variant.product', ids: ['prod_1'], fields: `id,${deep}` })

    expect(product.variants[0]).toEqual({
      id: 'variant_1',
      inventory_quantity: 3,
      product: { id: 'prod_1', title: 'Shirt' },
      options: [{ id: 'opt_1_0', option: { id: 'opt_1', title: 'Size' } }],
    })
    expect(product.collection.products).toEqual([
      { id: 'prod_1', title: 'Shirt' },
      { id: 'prod_2', title: 'Shirt' },
    ])
  })

  it('returns the variants of a product with the requested fields', async () => {
    const fields = 'sku,product.title,options.option.title,inventory_quantity'
    const [[variants, none]] = await find(ADMIN, { relation: 'product.variants', ids: ['prod_1', 'prod_6'], fields })

    expect(variants[0]).toEqual({
      id: 'variant_1',
      sku: null,
      product: { id: 'prod_1', title: 'Shirt' },
      options: [{ id: 'opt_1_0', option: { id: 'opt_1', title: 'Size' } }],
      inventory_quantity: 3,
    })
    expect(none).toEqual([])
  })

  it('shows a product without variants with an empty list', async () => {
    const fields = 'variants.inventory_quantity'

    expect(await find(ADMIN, { relation: 'variant.product', ids: ['prod_6'], fields })).toEqual([
      [{ id: 'prod_6', variants: [] }],
    ])
  })

  it('resolves parents and children of categories', async () => {
    const [[parent], [children]] = await find(
      ADMIN,
      { relation: 'category.parent_category', ids: ['pcat_1'], fields: 'category_children.category_children.id' },
      { relation: 'category.category_children', ids: ['pcat_2'], fields: 'parent_category.parent_category.name' },
    )

    expect(parent.category_children).toEqual([
      { id: 'pcat_2', category_children: [{ id: 'pcat_6' }] },
      { id: 'pcat_3', category_children: [{ id: 'pcat_7' }] },
      { id: 'pcat_4', category_children: [] },
    ])
    expect(children).toEqual([
      { id: 'pcat_6', parent_category: { id: 'pcat_2', parent_category: { id: 'pcat_1', name: 'Category 1' } } },
    ])
  })
})

describe('find-products shows', () => {
  const everything: ProductNeed[] = [
    { relation: 'collection.products', ids: ['pcol_1'], fields: 'id' },
    { relation: 'category.products', ids: ['pcat_2'], fields: 'id' },
    { relation: 'category.category_children', ids: ['pcat_1'], fields: 'products.collection.products.id' },
  ]

  it.each([
    [
      'all records that are not deleted to an administrator',
      ADMIN,
      ['prod_1', 'prod_2', 'prod_3', 'prod_4'],
      ['pcat_2', 'pcat_3', 'pcat_4'],
    ],
    [
      'all records that are not deleted to a secret key',
      { ...ADMIN, type: 'secret-key' },
      ['prod_1', 'prod_2', 'prod_3', 'prod_4'],
      ['pcat_2', 'pcat_3', 'pcat_4'],
    ],
    ['its own products to a seller', memberOf('sel_2'), ['prod_2'], ['pcat_2']],
    ['products of any status to the seller who owns them', memberOf('sel_1'), ['prod_1', 'prod_3', 'prod_4'], ['pcat_2']],
    ['no products to a seller without any', memberOf('sel_3'), [], ['pcat_2']],
    ['published products of its sales channel to a storefront', STOREFRONT, ['prod_1', 'prod_2'], ['pcat_2']],
    [
      'published products of another sales channel to its storefront',
      { ...STOREFRONT, sales_channel_ids: ['sc_2'] },
      ['prod_4'],
      ['pcat_2'],
    ],
    [
      'all published products to a storefront whose key names no sales channel',
      { ...STOREFRONT, sales_channel_ids: [] },
      ['prod_1', 'prod_2', 'prod_4'],
      ['pcat_2'],
    ],
    [
      'no products to a storefront whose sales channels are all deleted',
      { ...STOREFRONT, sales_channel_ids: ['sc_gone'] },
      [],
      ['pcat_2'],
    ],
  ] as [string, Actor, string[], string[]][])('%s', async (_who, actor, products, categories) => {
    const [[ofCollection], [ofCategory], [children]] = await find(actor, ...everything)

    expect(idsOf(ofCollection)).toEqual(products)
    expect(idsOf(ofCategory)).toEqual(products)
    expect(idsOf(children)).toEqual(categories)
    for (const one of children.flatMap((category: { products: object[] }) => category.products))
      expect(idsOf(one.collection.products)).toEqual(products)
  })

  it.each(['prod_3', 'prod_4', 'prod_5'])('a storefront nothing of %s, through any relation', async (id) => {
    const variant = id.replace('prod', 'variant')
    const found = await find(
      STOREFRONT,
      { relation: 'variant.product', ids: [id] },
      { relation: 'product.variants', ids: [id] },
      { relation: 'variant.inventory_quantity', ids: [variant] },
    )

    expect(found).toEqual([[null], [[]], [null]])
  })

  it.each(['prod_3', 'prod_5'])('a storefront without sales channels nothing of %s, through any relation', async (id) => {
    const variant = id.replace('prod', 'variant')
    const found = await find(
      { ...STOREFRONT, sales_channel_ids: [] },
      { relation: 'variant.product', ids: [id] },
      { relation: 'product.variants', ids: [id] },
      { relation: 'variant.inventory_quantity', ids: [variant] },
    )

    expect(found).toEqual([[null], [[]], [null]])
  })

  it('no internal categories to storefronts and sellers, neither as parent nor on products', async () => {
    for (const actor of [STOREFRONT, memberOf('sel_1')]) {
      const [[parent], [product]] = await find(
        actor,
        { relation: 'category.parent_category', ids: ['pcat_3'] },
        { relation: 'variant.product', ids: ['prod_1'], fields: 'categories.id' },
      )

      expect(parent).toBeNull()
      expect(idsOf(product.categories)).toEqual(['pcat_2'])
    }
  })

  it.each([
    { type: 'anonymous' },
    { type: 'service', id: 'sweeper' },
    {
      type: 'identity',
      id: 'authid_1',
      actor_type: 'customer',
      identity_id: 'authid_1',
      token_id: null,
      session_id: null,
      issued_at: 1,
    },
  ] as Actor[])('nothing to $type', async (actor) => {
    expect((await service.send(findProducts, { actor, body: { relations: [] } })).status).toBe(401)
  })
})

it('rejects fields that expand variants and products into each other too deeply', async () => {
  const variants = Array.from({ length: 30 }, (_, n) => aVariant({ id: `variant_wide_${n}`, product_id: 'prod_wide' }))
  await insertMissing(service.db, { products: [aProduct({ id: 'prod_wide', variants })] })
  const ask = (times: number) =>
    service.send(findProducts, {
      actor: STOREFRONT,
      body: {
        relations: [
          {
            relation: 'variant.product',
            ids: ['prod_wide'],
            fields: `${'variants.product.'.repeat(times)}variants.inventory_quantity`,
          },
        ],
      },
    })

  expect((await ask(1)).body.relations[0][0].variants[0].product.variants).toHaveLength(30)
  expect(await ask(4)).toMatchObject({ status: 400, body: { type: 'invalid_data' } })
})

it('rejects more products than the limit, which is ten times as high without variants', async () => {
  const many = { id: 'pcol_many', title: 'Many', handle: null, metadata: null, ...dates }
  const product = (n: number) => aProduct({ id: `prod_many_${n}`, collection_id: many.id, variants: [] })
  const add = (from: number, to: number) =>
    service.db
      .collection('products')
      .insertMany(Array.from({ length: to - from }, (_, n) => toDocument(product(from + n))) as never)
  const body = { relations: [{ relation: 'collection.products', ids: [many.id], fields: 'id,images' }] }
  await add(0, 1000)
  expect((await service.send(findProducts, { actor: ADMIN, body })).body.relations[0][0]).toHaveLength(1000)

  const [relation] = body.relations
  expect((await service.send(findProducts, { actor: ADMIN, body: { relations: [relation, relation] } })).status).toBe(400)
  await add(1000, 1001)

  expect(await service.send(findProducts, { actor: ADMIN, body })).toMatchObject({ status: 400, body: { type: 'invalid_data' } })
  const lean = { relations: [{ ...relation, fields: 'id,title,type.value' }] }
  expect((await service.send(findProducts, { actor: ADMIN, body: lean })).body.relations[0][0]).toHaveLength(1001)
  await add(1001, 10_001)
  expect(await service.send(findProducts, { actor: ADMIN, body: lean })).toMatchObject({
    status: 400,
    body: { message: 'The fields ask for more than 10000 products; please ask for less' },
  })
})

it('rejects more bytes than the limit, even of one product shown repeatedly', async () => {
  const description = 'x'.repeat(200_000)
  await insertMissing(service.db, { products: [aProduct({ id: 'prod_long', description, variants: [] })] })
  const ask = (times: number) => {
    const relation = { relation: 'variant.product' as const, ids: Array(times).fill('prod_long'), fields: 'description' }
    return service.send(findProducts, { actor: ADMIN, body: { relations: [relation] } })
  }

  expect((await ask(2)).body.relations[0]).toMatchObject([{ description }, { description }])
  expect(await ask(170)).toMatchObject({
    status: 400,
    body: { message: 'The fields ask for more than 32 MiB of related records; please ask for less' },
  })
})

it('shows fulfillment relations to administrators, to sellers only their own options, and to storefronts none', async () => {
  const relations = [
    { relation: 'fulfillment.shipping_option' as const, ids: ['so_own', 'so_foreign', 'so_gone'], fields: 'id,name' },
    { relation: 'fulfillment.provider' as const, ids: ['manual_manual', 'gone'], fields: 'id' },
  ]
  const option = (id: string, seller_id: string | null) => ({ ...records.shipping_options[0]!, id, name: id, seller_id })
  await insertMissing(service.db, { shipping_options: [option('so_own', 'sel_2'), option('so_foreign', 'sel_3')] })
  const found = async (actor: Actor) => (await service.send(findProducts, { actor, body: { relations } })).body.relations
  const [own, foreign] = ['so_own', 'so_foreign'].map((id) => ({ id, name: id }))
  const provider = [{ id: 'manual_manual' }, null]

  expect(await found(ADMIN)).toEqual([[own, foreign, null], provider])
  expect(await found(memberOf('sel_2'))).toEqual([[own, null, null], provider])
  expect(await found(STOREFRONT)).toEqual([
    [null, null, null],
    [null, null],
  ])
})
