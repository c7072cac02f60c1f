import {
  batchProducts,
  createCollection,
  createProduct,
  createProductCategory,
  createProductOption,
  createProductTag,
  createProductType,
  deleteProduct,
  deleteVariantInventoryItem,
  getProduct,
  listProductOptions,
  listProducts,
  type Operation,
  quote,
  updateProduct,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, commandsOf, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { ADMIN } from '../../../test/actors.ts'
import { aPrice, aPriceList, records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'
import { aWideProduct } from '../../../test/wide-product.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, records)
})
afterAll(() => service.stop())

let made = 0
const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const one = (operation: Operation, id: string, options: CallOptions<Operation> = {}) =>
  send(operation, { params: { id }, ...options })
const aBody = (overrides: object = {}) => ({
  title: `Product ${++made}`,
  description: 'test-product-description',
  images: [{ url: 'first.png' }, { url: 'second.png' }],
  options: [
    { title: 'size', values: ['large', 'small'] },
    { title: 'color', values: ['green'] },
  ],
  variants: [
    {
      title: 'Test variant',
      prices: [
        { currency_code: 'usd', amount: 100 },
        { currency_code: 'EUR', amount: 45 },
        { currency_code: 'eur', amount: 40, rules: { region_id: 'reg_eu' } },
      ],
      options: { size: 'large', color: 'green' },
    },
  ],
  ...overrides,
})
const created = async (overrides: object = {}) => (await send(createProduct, { body: aBody(overrides) as never })).body.product
const update = (id: string, body: object, options: object = {}) => one(updateProduct, id, { body, ...options })
const read = async (id: string, query = '') => (await one(getProduct, id, { query })).body.product
const listed = async (query: string): Promise<string[]> =>
  (await send(listProducts, { query })).body.products.map(({ id }: { id: string }) => id)
describe('create-product', () => {
  it('creates a product with all its relations and publishes an event', async () => {
    const [type, tag, collection, category] = await Promise.all([
      send(createProductType, { body: { value: 'Made' } }),
      send(createProductTag, { body: { value: 'made' } }),
      send(createCollection, { body: { title: 'Made' } }),
      send(createProductCategory, { body: { name: 'Made', is_active: true } }),
    ])
    const { status, body, etag } = await send(createProduct, {
      query: 'fields=*categories',
      body: aBody({
        title: 'Täst create',
        type_id: type.body.product_type.id,
        tags: [{ id: tag.body.product_tag.id }],
        collection_id: collection.body.collection.id,
        categories: [{ id: category.body.product_category.id }],
        sales_channels: [{ id: 'sc_1' }],
        metadata: { a: 1 },
      }) as never,
    })
    expect({ status, etag: etag?.slice(0, 3) }).toEqual({ status: 200, etag: '"1-' })
    const { product } = body
    expect(product).toMatchObject({
      title: 'Täst create',
      handle: 'täst-create',
      status: 'draft',
      discountable: true,
      is_giftcard: false,
      thumbnail: 'first.png',
      images: [
        { url: 'first.png', rank: 0 },
        { url: 'second.png', rank: 1 },
      ],
      type: { value: 'Made' },
      tags: [{ value: 'made' }],
      collection: { title: 'Made' },
      categories: [{ name: 'Made' }],
      sales_channels: [{ id: 'sc_1' }],
      options: [
        { title: 'size', is_exclusive: true, values: [{ value: 'large' }, { value: 'small' }] },
        { title: 'color', values: [{ value: 'green' }] },
      ],
      metadata: { a: 1 },
    })
    const [variant] = product.variants
    expect(variant).toMatchObject({
      product_id: product.id,
      variant_rank: 0,
      manage_inventory: true,
      allow_backorder: false,
      options: [
        { value: 'large', option: { title: 'size' } },
        { value: 'green', option: { title: 'color' } },
      ],
    })
    expect(variant.prices.map((price: object) => ({ ...price }))).toMatchObject([
      { currency_code: 'usd', amount: 100, variant_id: variant.id, rules: {} },
      { currency_code: 'eur', amount: 45 },
      { currency_code: 'eur', amount: 40, rules: { region_id: 'reg_eu' } },
    ])
    expect([product.id, variant.id]).toEqual([
      expect.stringMatching(/^prod_[0-9A-Z]{26}$/),
      expect.stringMatching(/^variant_[0-9A-Z]{26}$/),
    ])
    expect(await service.eventsOf(product.id, 1)).toMatchObject([{ type: 'product.created', ids: { id: product.id } }])
  })

  it('creates a product that can be bought immediately for the price of the region', async () => {
    const variants = [{ ...aBody().variants[0]!, manage_inventory: false }]
    const { variants: shown } = await created({ status: 'published', sales_channels: [{ id: 'sc_1' }], variants })
    const context = { currency_code: null, sales_channel_id: 'sc_1', customer: null, shipping_option_ids: [] }
    const { items } = await service.call(quote, {
      body: {
        ...context,
        region_id: 'reg_eu',
        tax_address: { country_code: null, province: null },
        items: [{ variant_id: shown[0].id, quantity: 1 }],
      },
    })
    expect(items).toMatchObject([{ unit_price: 40, variant: { options: [{ value: 'large' }, { value: 'green' }] } }])
  })

  it('creates one product for a repeated op-id, and for concurrent requests with the same handle or SKU', async () => {
    const options = { op_id: mintOpId(Date.now()), body: aBody() as never }
    const repeats = await Promise.all([1, 2, 3].map(() => send(createProduct, options)))
    expect(new Set(repeats.map(({ body }) => body.product.id)).size).toBe(1)
    expect((await read(repeats[0]!.body.product.id)).variants[0].prices).toHaveLength(3)

    const same = { title: 'Same handle', options: [{ title: 'own', values: ['a'] }] }
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(createProduct, { body: same as never })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(refusal(answers.find(({ status }) => status !== 200)!)).toEqual([
      400,
      'invalid_data',
      'Product with handle: same-handle, already exists.',
    ])
    expect((await send(listProductOptions, { query: 'title=own' })).body.count).toBe(1)

    const sku = `SKU-${++made}`
    const coded = () => aBody({ variants: [{ title: 'a', sku }] }) as never
    const raced = await Promise.all([1, 2, 3, 4].map(() => send(createProduct, { body: coded() })))
    expect(raced.filter(({ status }) => status === 200)).toHaveLength(1)
    const text = `Product variant with sku: ${sku}, already exists.`
    expect(refusal(raced.find(({ status }) => status !== 200)!)).toEqual([400, 'invalid_data', text])
    await one(deleteProduct, raced.find(({ status }) => status === 200)!.body.product.id)
    expect((await send(createProduct, { body: coded() })).status).toBe(200)
  })

  it.each([
    ["Höhe & Co's (new)/x_y  - z", /^höhe-cos-newx-y-z$/],
    ['Straße 私の', /^strasse-私の$/],
    ['!!!', /^product-[0-9a-z]{6}$/],
  ])('derives the handle of %s like the peers', async (title, handle) => {
    const product = await created({ title })
    expect(product.handle).toMatch(handle)
    expect((await update(product.id, { handle: product.handle })).status).toBe(200)
  })

  it('accepts 100 variants with all of their prices, and so does an update', async () => {
    const body = aWideProduct('Wide')
    const { status, body: made } = await send(createProduct, { body: body as never })
    expect([status, made.product?.variants.length], made.message).toEqual([200, 100])
    const variants = made.product.variants.map(({ id }: { id: string }, i: number) => {
      const { title, variant_rank, prices } = body.variants[i]!
      return { id, title, variant_rank, manage_inventory: true, prices: prices.map((price) => ({ ...price, amount: 20 })) }
    })
    const changed = await update(made.product.id, { variants })
    expect([changed.status, changed.body.product?.variants.at(-1).prices.length], changed.body.message).toEqual([200, 5])
  })

  it('makes a gift card not discountable by default', async () => {
    expect(await created({ is_giftcard: true })).toMatchObject({ is_giftcard: true, discountable: false })
  })

  it('uses existing options', async () => {
    const { product_option: option } = (await send(createProductOption, { body: { title: 'Global', values: ['x', 'y'] } })).body
    const product = await created({
      options: [{ id: option.id, value_ids: [option.values[1].id] }],
      variants: [{ title: 'a', options: { Global: 'y' } }],
    })
    expect(product.options).toMatchObject([{ id: option.id, values: [{ value: 'y' }] }])
    expect(product.variants[0].options).toMatchObject([{ value: 'y' }])
    const foreign = aBody({ options: [{ id: option.id, value_ids: ['optval_x'] }], variants: [] })
    expect(refusal(await send(createProduct, { body: foreign as never }))).toEqual([
      404,
      'not_found',
      'You tried to set relationship product_option_value_id: optval_x, but such entity does not exist',
    ])
  })

  it('creates variants with equal option values, like the peers, and can update such a product', async () => {
    const options = { size: 'large', color: 'green' }
    const { id, variants } = await created({ variants: [1, 2].map((n) => ({ title: `v${n}`, options })) })
    expect(variants.map((variant: { options: object[] }) => variant.options.length)).toEqual([2, 2])
    expect((await update(id, { title: 'Twins' })).body.product).toMatchObject({ title: 'Twins', variants: [{}, {}] })
    expect(refusal(await update(id, { variants: [{ id: variants[0].id }, { title: 'v3', options }] }))[2]).toBe(
      'Variant "v1" has same combination of option values as "v3".',
    )
  })

  it('accepts booleans as strings, and null as the status of a draft', async () => {
    const product = await created({
      discountable: 'false',
      status: null,
      thumbnail: null,
      variants: [{ title: 'a', allow_backorder: 'true' }],
    })
    expect(product).toMatchObject({ discountable: false, status: 'draft', thumbnail: product.images[0]?.url ?? null })
    expect(product.variants[0].allow_backorder).toBe(true)
    expect((await send(createProduct, { body: aBody({ discountable: 'perhaps' }) as never })).status).toBe(400)
  })

  it('keeps gift cards not discountable', async () => {
    const card = await created({ is_giftcard: true, discountable: true })
    expect(card).toMatchObject({ is_giftcard: true, discountable: false })
    const { id } = await created()
    expect((await update(id, { is_giftcard: true })).body.product.discountable).toBe(false)
  })

  it.each([
    [{ title: undefined }, 400, "Field 'title' is required"],
    [{ title: 'Without', options: [] }, 400, 'Product options are not provided for: [Without].'],
    [{ foo: 1 }, 400, "Unrecognized fields: 'foo'"],
    [{ status: 'x' }, 400, "Expected: 'draft, proposed, published, rejected' for field 'status', but got: 'x'"],
    [{ handle: 'Not Safe' }, 400, "Invalid product handle 'Not Safe'. It must contain URL safe characters"],
    [
      { variants: [{ title: 'a', options: { size: 'huge', color: 'green' } }] },
      400,
      'Option value huge does not exist for option size',
    ],
    [
      { variants: [{ title: 'a', options: { size: 'large' } }] },
      400,
      'Product has 2 option values but there were 1 provided option values for the variant: a.',
    ],
    [{ type_id: 'ptyp_x' }, 404, 'You tried to set relationship type_id: ptyp_x, but such entity does not exist'],
    [{ collection_id: 'x' }, 404, 'You tried to set relationship collection_id: x, but such entity does not exist'],
    [{ tags: [{ id: 'x' }] }, 400, 'Tag with id x not found. Please create the tag before associating it with the product.'],
    [{ options: [{ id: 'x' }, { id: 'y' }] }, 400, 'Some product options were not found: [x, y]'],
    [{ categories: [{ id: 'x' }] }, 404, 'You tried to set relationship product_category_id: x, but such entity does not exist'],
  ])('rejects %j', async (body, status, text) => {
    const answer = await send(createProduct, { body: aBody(body) as never })
    expect(answer.status).toBe(status)
    expect(answer.body.message).toContain(text)
  })
})

describe('get-product', () => {
  it('returns the requested fields', async () => {
    const { id } = await created()
    const shown = await read(id, 'fields=title,*variants')
    expect(Object.keys(shown).sort()).toEqual(['id', 'title', 'variants'])
    expect(shown.variants[0]).not.toHaveProperty('prices')
    expect((await read(id, 'fields=*variants,*variants.prices')).variants[0].prices).toHaveLength(3)
    const [priced] = (await read(id, 'fields=variants.prices.amount')).variants
    expect(priced.prices.at(-1)).toEqual({
      id: expect.any(String),
      amount: 40,
      variant_id: priced.id,
      rules: { region_id: 'reg_eu' },
    })
    const [linked] = (await read(id, 'fields=images.product_id,variants.inventory_items.required_quantity')).variants
    expect(linked.inventory_items).toMatchObject([{ variant_id: linked.id, inventory_item_id: expect.any(String) }])
    expect((await read(id, 'fields=images.product_id')).images).toMatchObject([{ product_id: id }, { product_id: id }])
    expect((await read(id, 'fields=%2Bvariants.inventory_quantity')).variants[0].inventory_quantity).toBe(0)
    expect(refusal(await one(getProduct, 'none'))).toEqual([404, 'not_found', 'Product not found'])
  })
})

describe('list-products', () => {
  it('filters by attributes and relations', async () => {
    const { product_type: type } = (await send(createProductType, { body: { value: `Listed ${++made}` } })).body
    const { product_tag: tag } = (await send(createProductTag, { body: { value: `listed ${made}` } })).body
    const n = ++made
    const mine = await created({
      title: `Listed${n}thing`,
      status: 'proposed',
      type_id: type.id,
      tags: [{ id: tag.id }],
      external_id: `ext${n}`,
      variants: [
        {
          title: 'a',
          options: { size: 'small', color: 'green' },
          sku: `SK${n}-ABCD`,
          ean: `ean${n}`,
          upc: `upc${n}`,
          barcode: `bar${n}`,
        },
      ],
    })
    const queries = [
      ...[`type_id[]=${type.id}`, `tag_id[]=${tag.id}`, `external_id=ext${n}`, `handle=listed${n}thing`, `q=ted${n}thi`],
      ...[`variants[ean]=ean${n}`, `variants[upc]=upc${n}`, `variants[barcode]=bar${n}`, `q=sk${n}-abc`, `q=${n}-ABC`],
      ...[`option_id=${mine.options[0].id}`, `option_value_id=${mine.variants[0].options[0].id}`],
      ...[`variants[manage_inventory]=true&type_id=${type.id}`, `created_at[$gte]=01-26-1990&type_id=${type.id}`],
      ...[`variants[created_at][$gte]=2020-01-01&type_id=${type.id}`, `variants[updated_at][$gte]=2020-01-01&type_id=${type.id}`],
      ...[`id[]=${mine.id},prod_none`, `status[]=proposed,rejected&type_id=${type.id}`],
    ]
    for (const query of queries) expect([query, await listed(query)]).toEqual([query, [mine.id]])
    await created({ title: `${n} abcd sk${n}`, description: `${n}` })
    for (const query of [
      `q=sk${n}-bcd`,
      `q=${n}%20sk-abcd`,
      `q=${mine.handle}-`,
      `deleted_at[$gt]=01-26-1990&type_id=${type.id}`,
      `variants[allow_backorder]=true&type_id=${type.id}`,
      'option_value_id=none',
      'variants[upc]=none',
      `type_id=${type.id}&is_giftcard=true`,
    ])
      expect(await listed(query)).toEqual([])
    await insertMissing(service.db, {
      price_lists: [aPriceList({ id: `plist_${n}` })],
      prices: [aPrice({ id: `price_${n}`, price_list_id: `plist_${n}`, variant_id: mine.variants[0].id })],
    })
    expect(await listed(`price_list_id[]=plist_${n}`)).toEqual([mine.id])
    await one(deleteProduct, mine.id)
    expect(await listed(`type_id=${type.id}`)).toEqual([])
    expect(await listed(`type_id=${type.id}&deleted_at[$gt]=01-26-1990`)).toEqual([])
    for (const deleted of ['', '&deleted_at[$gt]=01-26-1990'])
      expect(await listed(`type_id=${type.id}&with_deleted=true${deleted}`)).toEqual([mine.id])
  })

  it('uses an index for every query', async () => {
    const { filters, orders, search } = queriesOf(listProducts)
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters.filter((_, at) => at % 3 === 0), ...orders, ...search])
        expect([query, (await send(listProducts, { query: `${query}&limit=1` })).status]).toEqual([query, 200])
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })

  it.each([
    ['id,title', []],
    ['id,variants.title', []],
    ['+variants.inventory_quantity,-variants.prices', ['inventory_items']],
    ['variants.prices.amount', ['prices']],
    ['variants.product.variants.prices.amount', ['prices']],
    ['variants.inventory_items.inventory.title', ['inventory_items']],
    ['variants.product.variants.inventory_items.inventory.title', ['inventory_items']],
    ['*variants.inventory_items,*variants.prices', ['inventory_items', 'prices']],
    [undefined, ['prices']],
  ])('with fields=%s shows what get-product shows, and reads only %j besides', async (fields, reads) => {
    const { id } = await created()
    const query = fields === undefined ? '' : `fields=${encodeURIComponent(fields)}`
    let products: unknown
    const commands = await commandsOf(service.db, async () => {
      products = (await send(listProducts, { query: `id=${id}&${query}` })).body.products
    })
    expect(JSON.stringify(products)).toBe(JSON.stringify([await read(id, query)]))
    const besides = commands.map(({ ns }) => ns.split('.')[1]).filter((name) => ['prices', 'inventory_items'].includes(name))
    expect(besides.toSorted()).toEqual(reads)
  })

  it('reads nothing of the quantities that were taken out of stock for parcels', async () => {
    const { id, variants } = await created()
    const query = `id=${id}&fields=variants.inventory_items.inventory.title`
    const bytes = async () => {
      const commands = await commandsOf(service.db, () => send(listProducts, { query }))
      return commands.flatMap(({ ns, responseLength }) => (ns.endsWith('.inventory_items') ? responseLength : []))
    }
    const before = await bytes()
    const [{ inventory_item_id }] = (await read(id, 'fields=variants.inventory_items.id')).variants[0].inventory_items
    const picked = [{ pick_id: 'ful_1', line_item_id: 'ordli_1', location_id: 'sloc_1', quantity: 1 }]
    const { modifiedCount } = await service.db
      .collection<{ _id: string; picked: object[] }>('inventory_items')
      .updateOne({ _id: inventory_item_id }, { $set: { picked } })
    expect([variants.length, modifiedCount, before.length]).toEqual([1, 1, 1])
    expect(await bytes()).toEqual(before)
  })

  it('uses one index for a page with deleted products, without comparing plans', async () => {
    const plans = await plansOf(service.db, () => send(listProducts, { query: 'with_deleted=true&limit=1&fields=id' }))
    const found = plans.filter(({ ns, command }) => ns.endsWith('.products') && !JSON.stringify(command).includes('"$in"'))
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ fromMultiPlanner, docsExamined }) => fromMultiPlanner || docsExamined > 0)).toEqual([])
  })
})

describe('update-product', () => {
  it('changes the given fields and keeps the others', async () => {
    const before = await created({ sales_channels: [{ id: 'sc_1' }], metadata: { a: 1 } })
    const { status, body, etag } = await update(before.id, {
      title: 'Changed',
      status: 'published',
      images: [{ url: 'second.png' }],
      sales_channels: [],
      metadata: { b: 2 },
    })
    expect([status, etag?.slice(0, 3)]).toEqual([200, '"2-'])
    const { product } = body
    expect(product).toMatchObject({ title: 'Changed', handle: before.handle, status: 'published', metadata: { a: 1, b: 2 } })
    expect(product.images).toMatchObject([{ id: before.images[1].id, url: 'second.png', rank: 0 }])
    const variants = before.variants.map((variant: object) => ({ ...variant, images: product.images }))
    expect([product.sales_channels, product.variants]).toEqual([[], variants])
    expect((await update(before.id, { title: 'Changed' })).etag?.slice(0, 3)).toBe('"2-')
    expect((await update(before.id, { images: [] })).body.product.images).toEqual([])
    expect(await service.eventsOf(before.id, 2)).toMatchObject([{}, { type: 'product.updated' }])
  })

  it('merges metadata, and clears it when it is empty', async () => {
    const { id } = await created({ metadata: { a: 1, b: 2 } })
    expect((await update(id, { metadata: { a: '', c: 3 } })).body.product.metadata).toEqual({ b: 2, c: 3 })
    expect((await update(id, { metadata: {} })).body.product.metadata).toEqual({})
  })

  it('replaces the metadata of variants, alone and in a batch', async () => {
    const { id, variants } = await created()
    const changing = (metadata: object | null) => ({ variants: [{ id: variants[0].id, metadata }] })
    const shown = async () => (await read(id)).variants[0].metadata
    await update(id, changing({ a: 1, b: 2 }))
    await update(id, changing({ b: 3, c: '' }))
    expect(await shown()).toEqual({ b: 3 })
    const batched = await send(batchProducts, { body: { update: [{ id, ...changing({ d: 4 }) }] } as never })
    expect([batched.status, await shown()]).toEqual([200, { d: 4 }])
    await update(id, { variants: [{ id: variants[0].id, title: 'Kept' }] })
    expect(await shown()).toEqual({ d: 4 })
    for (const metadata of [{}, null]) {
      await update(id, changing(metadata))
      expect(await shown()).toEqual(metadata)
    }
  })

  it('replaces the list of variants, and the prices of each variant that includes them', async () => {
    const before = await created()
    const [variant] = before.variants
    const usd = variant.prices.find((price: { currency_code: string }) => price.currency_code === 'usd')
    const { product } = (
      await update(before.id, {
        variants: [
          { id: variant.id, title: 'New title', prices: [{ id: usd.id, currency_code: 'usd', amount: 200 }] },
          { title: 'Second', prices: [{ currency_code: 'usd', amount: 5 }], options: { size: 'small', color: 'green' } },
        ],
      })
    ).body
    expect(product.variants).toMatchObject([
      { id: variant.id, title: 'New title', prices: [{ id: usd.id, amount: 200 }] },
      { title: 'Second', prices: [{ amount: 5 }] },
    ])
    const kept = (await update(before.id, { variants: [{ id: variant.id, title: 'Kept' }] })).body.product
    expect(kept.variants).toMatchObject([{ id: variant.id, title: 'Kept', prices: [{ amount: 200 }] }])
    expect(refusal(await update(before.id, { variants: [{ id: 'variant_none' }] }))[0]).toBe(400)
  })

  it('rejects a variant that is named twice', async () => {
    const { id, variants } = await created()
    const twice = ['A', 'B'].map((sku) => ({ id: variants[0].id, title: sku, sku: `${sku}-${id}` }))
    const text = `Variant with id: ${variants[0].id} is named more than once`
    expect(refusal(await update(id, { variants: twice }))).toEqual([400, 'invalid_data', text])
    const body = { update: [{ id, variants: twice }] }
    expect(refusal(await send(batchProducts, { body: body as never }))).toEqual([400, 'invalid_data', text])
    expect((await read(id)).variants).toMatchObject([{ title: variants[0].title }])
  })

  it('rejects variants with equal option values', async () => {
    const { id, variants } = await created()
    const same = variants[0].options.map(({ value }: { value: string }) => value)
    const options = { size: same[0], color: same[1] }
    const all = [
      { id: variants[0].id, options },
      { title: 'Twin', options },
    ]
    expect(refusal(await update(id, { variants: all }))[2]).toBe(
      `Variant "${variants[0].title}" has same combination of option values as "Twin".`,
    )
  })

  it('creates one inventory item for a variant once its stock is managed', async () => {
    const sku = `managed-${++made}`
    const { id, variants } = await created({ variants: [{ title: 'Unmanaged', sku, manage_inventory: false }] })
    await update(id, { variants: [{ id: variants[0].id, manage_inventory: true }] })
    const shown = await read(id, 'fields=*variants.inventory_items,*variants.inventory_items.inventory')
    expect(shown.variants[0].inventory_items).toMatchObject([{ required_quantity: 1, inventory: { sku, title: 'Unmanaged' } }])
    await update(id, { variants: [{ id: variants[0].id, manage_inventory: true }] })
    const again = await read(id, 'fields=*variants.inventory_items')
    expect(again.variants[0].inventory_items).toMatchObject([{ id: shown.variants[0].inventory_items[0].id }])
  })

  it('gives no item to a managed variant whose items were removed, as forms send what it has already', async () => {
    const { id, variants } = await created({ variants: [{ title: 'Kit', manage_inventory: true }] })
    const { inventory_items } = (await read(id, 'fields=*variants.inventory_items')).variants[0]
    const params = { id, variant_id: variants[0].id, inventory_item_id: inventory_items[0].inventory_item_id }
    expect((await send(deleteVariantInventoryItem, { params })).status).toBe(200)

    await update(id, { variants: [{ id: variants[0].id, title: 'Kits', manage_inventory: true }] })

    const [kit] = (await read(id, 'fields=*variants.inventory_items')).variants
    expect([kit.title, kit.inventory_items]).toEqual(['Kits', []])
  })

  it('replaces the options, and deletes exclusive options that the product no longer has', async () => {
    const variants = [{ title: 'Test variant', prices: [] }]
    const [before, other] = [await created({ variants }), await created()]
    const [worn] = other.options.map((option: { id: string }) => option.id)
    expect(refusal(await update(other.id, { option_ids: [worn] }))).toEqual([
      400,
      'invalid_data',
      'Cannot unassign product option from product which has variants for that option',
    ])
    const [size, color] = before.options.map((option: { id: string }) => option.id)
    const { product_option: fit } = (await send(createProductOption, { body: { title: `Fit ${++made}`, values: ['slim'] } })).body
    const { product } = (await update(before.id, { option_ids: [size, fit.id, fit.id] })).body
    expect(product.options).toMatchObject([{ id: size }, { id: fit.id, values: [{ value: 'slim' }] }])
    const all = `id[]=${size}&id[]=${color}`
    expect((await send(listProductOptions, { query: all })).body.product_options).toMatchObject([{ id: size }])

    const of = { option_ids: [other.options[0].id] }
    const taken = `Product options are already assigned to another product: ${other.options[0].id}`
    expect(refusal(await update(before.id, of))).toEqual([400, 'invalid_data', taken])
    const copy = aBody({ options: [{ id: other.options[0].id }], variants: [] })
    expect(refusal(await send(createProduct, { body: copy as never }))).toEqual([400, 'invalid_data', taken])
    expect(refusal(await update(before.id, { option_ids: ['none'] }))).toEqual([
      400,
      'invalid_data',
      'Some product options were not found: [none]',
    ])
    expect(refusal(await update(before.id, { options: [] }))[2]).toBe(
      "Invalid request: The 'options' property was removed in version 2.16.0. Please remove it from your request payload.",
    )
    await one(deleteProduct, before.id)
    expect((await send(listProductOptions, { query: `${all}&id[]=${fit.id}` })).body.product_options).toMatchObject([
      { id: fit.id },
    ])
  })

  it.each(['alone', 'in a batch'])('replaces an option together with the values of the variants, %s', async (way) => {
    const change = (id: string, body: object) =>
      way === 'alone' ? update(id, body) : send(batchProducts, { body: { update: [{ id, ...body }] } as never })
    const options = [{ title: 'Size', values: ['S', 'M'] }]
    const variants = ['S', 'M'].map((value) => ({ title: value, prices: [], options: { Size: value } }))
    const before = await created({ options, variants })
    const values = ['red', 'blue']
    const { product_option: color } = (await send(createProductOption, { body: { title: `Color ${++made}`, values } })).body
    const of = (at: number) => ({ id: before.variants[at].id, options: { [color.title]: values[at] } })

    const old = change(before.id, { option_ids: [color.id], variants: [{ ...of(0), options: { Size: 'S' } }] })
    expect(refusal(await old)[2]).toBe('Option value S does not exist for option Size')
    const { status } = await change(before.id, { option_ids: [color.id], variants: [of(0), of(1)] })

    expect(status).toBe(200)
    const after = await read(before.id)
    expect(after.options).toMatchObject([{ id: color.id }])
    expect(after.variants.map((one: { options: object[] }) => one.options)).toMatchObject([
      [{ value: 'red', option_id: color.id }],
      [{ value: 'blue', option_id: color.id }],
    ])
    expect((await send(listProductOptions, { query: `id[]=${before.options[0].id}` })).body.count).toBe(0)
  })

  it('keeps all of several concurrent updates', async () => {
    const { id } = await created()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => update(id, { metadata: { [`k${n}`]: n } })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(Object.keys((await read(id)).metadata)).toHaveLength(8)
    expect((await update(id, { title: 'late', variants: [] }, { if_match: '"1"' })).status).toBe(412)
    expect((await read(id)).variants).toHaveLength(1)
  })

  it.each([
    [{ status: null }, 400],
    [{ foo: 1 }, 400],
    [{ type_id: 'none' }, 404],
  ])('rejects %j', async (body, status) => {
    expect((await update((await created()).id, body)).status).toBe(status)
    expect(refusal(await update('none', {}))).toEqual([404, 'not_found', 'Product with id "none" not found'])
  })
})

describe('delete-product', () => {
  it('removes the product from sale', async () => {
    const variants = [{ title: 'a', manage_inventory: false, prices: [{ currency_code: 'eur', amount: 1 }] }]
    const { id, variants: shown } = await created({ status: 'published', sales_channels: [{ id: 'sc_1' }], variants })
    const gone = await one(deleteProduct, id)
    expect(gone).toMatchObject({ status: 200, etag: '"2"', body: { id, object: 'product', deleted: true } })
    expect((await one(getProduct, id)).status).toBe(404)
    expect((await one(deleteProduct, id)).status).toBe(200)
    const tax_address = { country_code: null, province: null }
    const context = { region_id: 'reg_eu', currency_code: null, sales_channel_id: null, customer: null, tax_address }
    const items = [{ variant_id: shown[0].id, quantity: 1 }]
    const { status, body } = await service.send(quote, { body: { ...context, items, shipping_option_ids: [] } })
    expect([status, body.message]).toEqual([
      400,
      `Variants ${shown[0].id} do not exist or belong to a product that is not published`,
    ])
  })
})
