import { addGiftCard, addLineItem, createCart, findProducts, getCart, removeGiftCard, subjectOf } from '@souk/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seededProducts } from '../../../tools/seed/catalogue.ts'
import { ids } from '../../../tools/seed/ids.ts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { aCard, VIP_GROUP } from './builders.ts'
import { type CartUnderTest, CUSTOMER, startCart } from './service.ts'

let service: CartUnderTest
/** The distinct requests: on a busy machine, another replica is asked again if one is late. */
const asked = new Set<string>()

const [shirt] = seededProducts
const beside = (id: string, overrides: object) => ({ ...shirt!, id, handle: id, variants: [], variant_codes: [], ...overrides })
const card = aCard({ value: 5 })

beforeAll(async () => {
  service = await startCart()
  // Addressed to any replica, or to a chosen one.
  for (const subject of [subjectOf(findProducts), `replica.pricing.*.${findProducts.name}`])
    service.bus.nc.subscribe(subject, { callback: (_, msg) => void asked.add(`${msg.headers?.get('op-id')} ${msg.string()}`) })
  await insertMissing(service.db, { gift_cards: [card] })
  await insertMissing(service.pricing.db, {
    products: [
      beside('prod_published', { title: 'Shorts' }),
      beside('prod_draft', { status: 'draft' }),
      beside('prod_elsewhere', { sales_channel_ids: ['sc_elsewhere'] }),
      beside('prod_deleted', { deleted_at: '2026-01-01T00:00:00.000Z' }),
    ],
  })
})
afterAll(() => service.stop())

const line = { variant_id: ids.variant, quantity: 2 }
const newCart = async () => (await service.store(createCart, { body: { items: [line] } })).body.cart
const stock = 'fields=%2Bitems.variant.inventory_quantity'
const get = async (id: string, query?: string) => (await service.store(getCart, { params: { id }, query })).body.cart

describe('every answer with a cart', () => {
  beforeEach(() => {
    asked.clear()
  })

  /** The answers of the five operations, one after another on one cart. */
  async function all(query: string) {
    const created = await service.store(createCart, { query, body: { items: [line] } })
    const params = { id: created.body.cart.id as string }
    const code = { code: card.code }
    return [
      created,
      await service.store(getCart, { params, query }),
      await service.store(addLineItem, { params, query, body: { variant_id: ids.third_variant, quantity: 1 } }),
      await service.store(addGiftCard, { params, query, body: code }),
      await service.store(removeGiftCard, { params, query, body: code }),
    ]
  }

  it('shows requested fields that the cart does not hold, with one request for all lines', async () => {
    const answers = await all(`${stock},%2Bitems.product.collection.products.title,%2Bitems.product.categories.parent_category`)

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(asked.size).toBe(answers.length)
    for (const { body } of answers) {
      expect(body.cart.items[0]).toMatchObject({
        quantity: 2,
        variant: { inventory_quantity: 100_000, sku: 'SHIRT-S', product: null },
        product: {
          title: 'T-Shirt',
          variants: [],
          collection: {
            title: 'Summer',
            products: [
              { id: ids.product, title: 'T-Shirt' },
              { id: 'prod_published', title: 'Shorts' },
            ],
          },
          categories: [{ parent_category: null }, { parent_category: { name: 'Clothing', parent_category: null } }],
        },
      })
    }
    expect(answers[2]!.body.cart.items[1]).toMatchObject({
      product: { collection: null },
      variant: { inventory_quantity: 100_000 },
    })
  })

  it.each(['', 'fields=id,items.product', 'fields=*items.variant,-items.product.collection', 'fields=%2Bitems.variant.product'])(
    'sends no request if the cart holds all requested fields: %s',
    async (query) => {
      const answers = await all(query)

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      expect(asked.size).toBe(0)
    },
  )

  it('stores nothing of what it showed', async () => {
    const { id } = await newCart()
    const before = await get(id)

    await get(id, `${stock},%2Bitems.variant.product,%2Bitems.product.variants`)

    expect(await get(id)).toEqual(before)
    expect(before.items[0].variant).toMatchObject({ product: null })
    expect(before.items[0].variant).not.toHaveProperty('inventory_quantity')
  })
})

describe('a cart shows', () => {
  it.each([
    ['variant.product', { variant: { product: { id: ids.product, title: 'T-Shirt', variants: [] } } }],
    ['variant.product.collection.title', { variant: { product: { id: ids.product, collection: { title: 'Summer' } } } }],
    [
      'product.variants',
      { product: { variants: [{ id: ids.variant, product: null, prices: expect.anything() }, { id: ids.second_variant }] } },
    ],
    [
      'product.variants.inventory_quantity',
      { product: { variants: [{ inventory_quantity: 100_000 }, { inventory_quantity: 100_000 }] } },
    ],
    ['variant.product.variants.sku', { variant: { product: { variants: [{ sku: 'SHIRT-S' }, { sku: 'SHIRT-M' }] } } }],
    [
      'product.collection.products.variants.inventory_quantity',
      { product: { collection: { products: [{ variants: [{ inventory_quantity: 100_000 }, {}] }, { id: 'prod_published' }] } } },
    ],
    [
      'product.categories.products',
      { product: { categories: [{ products: [{ id: ids.product }, {}] }, { products: [{}, {}] }] } },
    ],
    [
      'product.categories.category_children',
      { product: { categories: [{ category_children: [{ name: 'Shirts', products: null }] }, { category_children: [] }] } },
    ],
    [
      'product.categories.parent_category.category_children.name',
      { product: { categories: [{}, { parent_category: { category_children: [{ name: 'Shirts' }] } }] } },
    ],
    ['variant.options.option', { variant: { options: [{ option: { title: 'Size' } }] } }],
    ['product.options.values.option.title', { product: { options: [{ values: [{ option: { title: 'Size' } }, {}] }] } }],
    ['variant.prices.price_set.variant', { variant: { prices: [{ price_set: { variant: { id: ids.variant } } }, {}, {}, {}] } }],
    ['variant.prices.price_rules', { variant: { prices: [{ price_rules: [] }, {}, {}, {}] } }],
  ])('items.%s on request', async (path, expected) => {
    const { id } = await newCart()

    for (const fields of [`%2Bitems.${path}`, `id,items.${path}`]) {
      expect((await get(id, `fields=${fields}`)).items[0]).toMatchObject(expected)
    }
  })

  it('the current stock', async () => {
    const { id } = await newCart()
    const change = (available_quantity: number) =>
      service.pricing.db.collection<{ _id: string }>('inventory_items').updateOne(
        { _id: ids.inventory_item },
        {
          $set: {
            'location_levels.0.stocked_quantity': available_quantity,
            'location_levels.0.held': [],
            'location_levels.0.reserved_quantity': 0,
          },
        },
      )
    await change(7)

    expect((await get(id, stock)).items[0].variant.inventory_quantity).toBe(7)
    await change(100_000)
  })

  it('no quantity of a location, also of carts from older versions; and no line changes because others buy', async () => {
    const { id, items } = await newCart()
    const levelsOf = (shown: typeof items) =>
      shown.map(({ variant }: (typeof items)[number]) =>
        variant.inventory_items.map((one: { inventory: { location_levels: unknown[] } }) => one.inventory.location_levels),
      )
    expect(levelsOf(items)).toEqual([[[]]])
    const stocked = { $inc: { 'location_levels.0.stocked_quantity': -1, revision: 1 } }
    const stock = service.pricing.db.collection<{ _id: string }>('inventory_items')
    expect((await stock.updateOne({ _id: ids.inventory_item }, stocked)).modifiedCount).toBe(1)
    const body = { variant_id: ids.third_variant, quantity: 1 }
    const { cart } = (await service.store(addLineItem, { params: { id }, body })).body
    expect(cart.items[0].updated_at).toBe(items[0].updated_at)

    const carts = service.db.collection<{ _id: string; items: { variant: string }[] }>('carts')
    const [{ variant } = { variant: '' }] = (await carts.findOne({ _id: id }))!.items
    const old = variant.replace('"location_levels":[]', '"location_levels":[{"stocked_quantity":7}]')
    expect(old).not.toBe(variant)
    await carts.updateOne({ _id: id }, { $set: { 'items.0.variant': old }, $inc: { revision: 1 } })
    const read = await get(id)
    expect(read.items[0].variant).toEqual(items[0].variant)
    expect(levelsOf(read.items).flat(2)).toEqual([])
  })

  it('no product that is hidden from its storefront', async () => {
    const { id } = await newCart()
    const asked = ['product.collection.products', 'product.categories.products', 'variant.product.collection.products']
    const { body } = await service.store(getCart, {
      params: { id },
      query: `fields=${asked.map((path) => `%2Bitems.${path}`).join()}`,
    })

    for (const hidden of ['prod_draft', 'prod_elsewhere', 'prod_deleted']) expect(JSON.stringify(body)).not.toContain(hidden)
    expect(JSON.stringify(body)).toContain('prod_published')
  })

  it('no other customers of the customer’s groups', async () => {
    const { body } = await service.store(createCart, {
      body: { items: [line] },
      query: 'fields=%2Bcustomer.groups.customers',
      actor: CUSTOMER,
    })

    expect(body.cart.customer).toMatchObject({ id: 'cus_ann', groups: [{ id: VIP_GROUP }] })
    expect(Object.keys(body.cart.customer.groups[0])).toEqual(['id'])
  })
})
