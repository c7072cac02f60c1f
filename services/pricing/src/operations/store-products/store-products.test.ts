import {
  createCart,
  createCustomer,
  createCustomerGroup,
  createProductCategory,
  createSalesChannel,
  deleteProduct,
  deleteSalesChannel,
  getStoreProduct,
  listStoreProducts,
  manageCustomerGroupCustomers,
  manageProductCategoryProducts,
  manageSalesChannelProducts,
  quote,
  type StorefrontActor,
  updateProduct,
} from '@souk/contracts'
import { patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { ADMIN, actorsOf, STOREFRONT } from '../../../test/actors.ts'
import { AT, anOption, aPrice, aPriceList, aProduct, aVariant, records, stockOf } from '../../../test/builders.ts'
import { startShop } from '../../../test/service.ts'

const variantOf = (n: number, overrides: object = {}) =>
  aVariant({ id: `variant_${n}`, product_id: `prod_${n}`, title: `V${n}`, ...overrides })
const productOf = (n: number, overrides: object = {}) =>
  aProduct({
    id: `prod_${n}`,
    title: `Shirt ${n}`,
    handle: `shirt-${n}`,
    seller_id: null,
    variants: [variantOf(n)],
    created_at: `2026-02-0${n}T00:00:00.000Z`,
    ...overrides,
  })
const priceOf = (n: number, amount: number, overrides: object = {}) =>
  aPrice({ id: `price_${n}_${amount}`, variant_id: `variant_${n}`, price_set_id: `pset_of_variant_${n}`, amount, ...overrides })

const stocked = { manage_inventory: true, inventory_items: [{ ...stockOf(2), inventory: null }] }
const level = (location_id: string, stocked_quantity: number) => ({
  id: `ilev_${location_id}`,
  location_id,
  stocked_quantity,
  incoming_quantity: 0,
  metadata: null,
  created_at: AT,
  updated_at: AT,
  held: [],
})
const [size, colour] = [anOption('opt_size', 'Size', ['S', 'L']), anOption('opt_colour', 'Colour', ['Red', 'Blue'])]
const optional = { options: [size, colour].map(({ id }) => ({ id, value_ids: null })) }

let shop: Awaited<ReturnType<typeof startShop>>
let groupId: string
let customerId: string
beforeAll(async () => {
  shop = await startShop()
  const { admin } = actorsOf(shop.orders)
  groupId = (await admin(createCustomerGroup, { body: { name: 'Friends' } })).body.customer_group.id
  customerId = (await admin(createCustomer, { body: { email: 'ann@example.com' } })).body.customer.id
  await admin(manageCustomerGroupCustomers, { params: { id: groupId }, body: { add: [customerId] } })
  const dates = { created_at: AT, updated_at: AT, deleted_at: null }
  const { inventory } = stockOf(2)
  await insertMissing(shop.db, {
    ...records,
    sales_channels: records.sales_channels.flatMap((channel) => [channel, { ...channel, id: 'sc_2' }]),
    product_options: [size, colour],
    inventory_items: [
      {
        ...inventory!,
        ...dates,
        unit_of_measure: null,
        location_levels: [level('sloc_own', 9), level('sloc_other', 50)],
      } as never,
    ],
    stock_locations: [
      { id: 'sloc_own', name: 'A', address_id: null, address: null, sales_channel_ids: ['sc_1'], fulfillment_provider_ids: [] },
      { id: 'sloc_other', name: 'B', address_id: null, address: null, sales_channel_ids: ['sc_2'], fulfillment_provider_ids: [] },
    ].map((location) => ({ ...location, metadata: null, ...dates })) as never,
    products: [
      productOf(1, {
        variants: [variantOf(1, { sku: 'A-1', ...stocked, option_value_ids: ['opt_size_0', 'opt_colour_0'] })],
        ...optional,
      }),
      productOf(2, {
        variants: [
          variantOf(2, { title: 'Apple', option_value_ids: ['opt_size_0', 'opt_colour_1'] }),
          variantOf(22, { product_id: 'prod_2', option_value_ids: ['opt_size_1', 'opt_colour_0'] }),
        ],
        ...optional,
      }),
      productOf(3, { tag_ids: ['ptag_1'], collection_id: 'pcol_1', is_giftcard: true, external_id: 'ext' }),
      productOf(4, { sales_channel_ids: ['sc_2'] }),
      productOf(5, { status: 'draft' }),
      productOf(6, { deleted_at: AT }),
    ],
    prices: [
      priceOf(1, 20),
      priceOf(1, 18, { rules: { region_id: 'reg_eu' } }),
      priceOf(1, 3, { min_quantity: 5 }),
      priceOf(1, 15, { rules: { 'customer.groups.id': groupId } }),
      priceOf(1, 30, { currency_code: 'usd' }),
      priceOf(2, 40),
      priceOf(2, 25, { price_list_id: 'plist_1' }),
      priceOf(3, 50),
    ],
    price_lists: [aPriceList()],
  })
})
afterAll(() => shop.stop())

const { shopper } = {
  shopper: (...asked: Parameters<ReturnType<typeof actorsOf>['shopper']>) => actorsOf(shop).shopper(...asked),
}
it('rejects more than five patterns in one request', async () => {
  const asked = (count: number) =>
    Array.from({ length: count }, (_, n) => `$or[${n}][title][${n % 2 ? '$like' : '$ilike'}]=%25x${n}%25`).join('&')
  expect((await shop.send(listStoreProducts, { actor: STOREFRONT, query: asked(5) })).status).toBe(200)
  expect(refusal(await shop.send(listStoreProducts, { actor: STOREFRONT, query: asked(6) }))).toEqual([
    ...[400, 'invalid_data'],
    'Invalid request: at most 5 patterns ($like, $ilike, $re) are allowed',
  ])
})

const listed = async (query: string, actor: StorefrontActor = STOREFRONT) =>
  (await shopper(listStoreProducts, { query, actor })).body
const valued = (at: number, option: string, value: string) =>
  `variants[$and][${at}][options][option_id]=${option}&variants[$and][${at}][options][value]=${value}`
const idsOf = async (query: string): Promise<string[]> => (await listed(query)).products.map(({ id }: { id: string }) => id)
const one = (id: string, query = '', actor = STOREFRONT) => shopper(getStoreProduct, { params: { id }, query, actor })
const priced = async (n: number, query: string, actor = STOREFRONT) =>
  (await one(`prod_${n}`, query, actor)).body.product.variants[0].calculated_price

describe('list-store-products', () => {
  it('lists products published in the channels of the key, oldest first, by default without prices', async () => {
    const body = await listed('')
    expect(body).toMatchObject({
      count: 3,
      offset: 0,
      limit: 50,
      products: [{ id: 'prod_1' }, { id: 'prod_2' }, { id: 'prod_3' }],
    })
    const [shirt] = body.products
    expect(shirt).toMatchObject({ title: 'Shirt 1', tags: [], images: [], options: [{ title: 'Size' }, { title: 'Colour' }] })
    expect(shirt.variants).toMatchObject([{ sku: 'A-1', options: [{ value: 'S', option: { title: 'Size' } }, { value: 'Red' }] }])
    expect(shirt.options[0].values).toHaveLength(2)
    for (const hidden of ['status', 'metadata', 'sales_channels', 'categories']) expect(shirt).not.toHaveProperty(hidden)
    for (const hidden of ['calculated_price', 'prices', 'inventory_quantity'])
      expect(shirt.variants[0]).not.toHaveProperty(hidden)
  })

  it('sorts the variants of a product by the order of the list', async () => {
    const titlesIn = async (order: string) =>
      (await listed(`id=prod_2&order=${order}`)).products[0].variants.map(({ title }: { title: string }) => title)
    expect(await titlesIn('variants.title')).toEqual(['Apple', 'V22'])
    expect(await titlesIn('-variants.title')).toEqual(['V22', 'Apple'])
  })

  it.each([
    ['id=prod_1', ['prod_1']],
    ['id[]=prod_1&id[]=prod_2', ['prod_1', 'prod_2']],
    ['id[]=prod_4&id[]=prod_5&id[]=prod_6', []],
    ['handle[]=shirt-1&handle[]=shirt-3', ['prod_1', 'prod_3']],
    ['title=Shirt%202', ['prod_2']],
    ['q=shir%203', ['prod_3']],
    ['q=apple', ['prod_2']],
    ['collection_id[]=pcol_1', ['prod_3']],
    ['tag_id=ptag_1', ['prod_3']],
    ['is_giftcard=false', ['prod_1', 'prod_2']],
    ['external_id=ext', ['prod_3']],
    ['created_at[$gte]=2026-02-02', ['prod_2', 'prod_3']],
    ['deleted_at[$gt]=2026-01-01', []],
    ['variants[created_at][$gt]=2000-01-01&variants[updated_at][$gt]=2000-01-01&id=prod_2', ['prod_2']],
    ['variants[created_at][$lt]=2000-01-01', []],
    ['variants[sku]=A-1', ['prod_1']],
    ['variants[$or][0][sku]=A-1&variants[$or][1][sku]=none', ['prod_1']],
    ['variants[$and][0][sku]=A-1&variants[$and][1][sku]=none', []],
    ['option_id=opt_size', ['prod_1', 'prod_2']],
    ['option_id=none', []],
    ['variants[options][option_id]=opt_size&variants[options][value]=L', ['prod_2']],
    ['variants[options][value]=Blue', ['prod_2']],
    ['variants[options][option_id]=opt_colour', ['prod_1', 'prod_2']],
    ['variants[options][option_id]=opt_size&variants[options][value]=Red', []],
    [`${valued(0, 'opt_size', 'L')}&${valued(1, 'opt_colour', 'Red')}`, ['prod_2']],
    [`${valued(0, 'opt_size', 'L')}&${valued(1, 'opt_colour', 'Blue')}`, []],
    ['variants[id]=variant_2&variants[options][value]=L', []],
    ['option_value_id=opt_colour_0', ['prod_1', 'prod_2']],
    ['option_value_id[]=opt_size_0&option_value_id[]=opt_size_1', ['prod_1', 'prod_2']],
    ['option_value_id[]=opt_size_1&option_value_id[]=opt_colour_0', ['prod_2']],
    ['option_value_id[]=opt_size_1&option_value_id[]=opt_colour_1', []],
    ['option_value_id=none', []],
    ['$and[0][tag_id]=ptag_1', ['prod_3']],
    ['$or[0][handle]=shirt-1&$or[1][variants][options][value]=L', ['prod_1', 'prod_2']],
    ['order=id', ['prod_1', 'prod_2', 'prod_3']],
    ['order=variants.title', ['prod_2', 'prod_1', 'prod_3']],
    ['order=-variants.title', ['prod_3', 'prod_2', 'prod_1']],
    ['order=created_at&limit=1&offset=1', ['prod_2']],
    ['sales_channel_id[]=sc_1&with_deleted=true', ['prod_1', 'prod_2', 'prod_3']],
  ])('finds products by %s', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids)
  })

  it('lists the products of the requested channel, which must be among those of the publishable key', async () => {
    const both: StorefrontActor = { ...STOREFRONT, sales_channel_ids: ['sc_1', 'sc_2'] }
    expect((await listed('', both)).count).toBe(4)
    expect((await listed('sales_channel_id=sc_2', both)).products).toMatchObject([{ id: 'prod_4' }])
    const foreign = await shopper(listStoreProducts, { query: 'sales_channel_id[]=sc_2' })
    expect(refusal(foreign)).toEqual([400, 'invalid_data', 'Requested sales channel is not part of the publishable key'])
    const actor = { ...STOREFRONT, sales_channel_ids: [] }
    for (const answer of [await shopper(listStoreProducts, { actor }), await one('prod_1', '', actor)])
      expect(refusal(answer)).toEqual([400, 'invalid_data', 'Publishable key needs to have a sales channel configured'])
  })

  it('ignores deleted channels, even if the publishable key names them', async () => {
    const { admin } = actorsOf(shop)
    const { id } = (await admin(createSalesChannel, { body: { name: 'Short-lived' } })).body.sales_channel
    await admin(manageSalesChannelProducts, { params: { id }, body: { add: ['prod_1'] } })
    const actor = { ...STOREFRONT, sales_channel_ids: [id] }
    expect((await one('prod_1', '', actor)).status).toBe(200)
    await admin(deleteSalesChannel, { params: { id } })
    const lists = () => shopper(listStoreProducts, { actor })
    await vi.waitFor(async () => expect((await lists()).status).toBe(400))
    for (const answer of [await lists(), await one('prod_1', '', actor)])
      expect(refusal(answer)).toEqual([400, 'invalid_data', 'Publishable key needs to have a sales channel configured'])
    const asked = await shopper(listStoreProducts, {
      actor: { ...STOREFRONT, sales_channel_ids: ['sc_1', id] },
      query: `sales_channel_id=${id}`,
    })
    expect(refusal(asked)[2]).toBe('Requested sales channel is not part of the publishable key')
  })

  it('finds products only by public categories, and omits internal ones', async () => {
    const { admin } = actorsOf(shop)
    async function made(body: { name: string; is_active?: boolean; is_internal?: boolean }): Promise<string> {
      const { id } = (await admin(createProductCategory, { body })).body.product_category
      await admin(manageProductCategoryProducts, { params: { id }, body: { add: ['prod_1'] } })
      return id
    }
    const open = await made({ name: 'Open', is_active: true })
    const internal = await made({ name: 'Internal', is_active: true, is_internal: true })
    const inactive = await made({ name: 'Inactive' })
    expect(await idsOf(`category_id[]=${open}`)).toEqual(['prod_1'])
    for (const id of [internal, inactive]) expect(await idsOf(`category_id[]=${id}`)).toEqual([])
    expect(await idsOf(`$and[0][category_id][]=${internal}&$and[1][id]=prod_1`)).toEqual([])
    expect((await one('prod_1', 'fields=*categories')).body.product.categories).toMatchObject([{ id: open }, { id: inactive }])
    for (const query of ['', 'fields=title,*type'])
      expect((await one('prod_1', query)).body.product.categories).toEqual(
        [open, inactive].map((id) => ({ id, is_internal: false })),
      )
    expect((await one('prod_1', 'fields=-categories')).body.product).not.toHaveProperty('categories')
    expect((await one('prod_2')).body.product.categories).toEqual([])
  })

  it('shows only the fields that storefronts may see', async () => {
    const shown = async (fields: string) => (await one('prod_1', `fields=${encodeURIComponent(fields)}`)).body
    const { product } = await shown('+status,*sales_channels,+shipping_profile,+variants.product,+translations')
    expect(product).toMatchObject({ id: 'prod_1', status: 'published', title: expect.any(String) })
    for (const hidden of ['sales_channels', 'shipping_profile', 'translations', 'seller_id'])
      expect(product).not.toHaveProperty(hidden)
    expect(product.variants[0]).not.toHaveProperty('product')
    expect(Object.keys((await shown('sales_channels.name')).product).toSorted()).toEqual(['categories', 'id'])
    const stock = 'variants.inventory_items.inventory.location_levels'
    expect((await shown(`+${stock}`)).product.variants[0].inventory_items).toEqual(expect.any(Array))
  })

  it('adds prices in the given region, whatever fields are requested', async () => {
    const { products } = await listed('region_id=reg_eu&fields=handle&order=id')
    expect(
      products.map(({ variants: [variant] }: { variants: { calculated_price: unknown }[] }) => variant!.calculated_price),
    ).toMatchObject([
      { calculated_amount: 18, original_amount: 18, is_calculated_price_price_list: false, currency_code: 'eur' },
      {
        calculated_amount: 25,
        original_amount: 40,
        is_calculated_price_price_list: true,
        calculated_price: { price_list_type: 'sale' },
      },
      { calculated_amount: 50 },
    ])
    expect(products[1].variants[0].calculated_price).toMatchObject({
      raw_calculated_amount: { value: '25', precision: 20 },
      raw_original_amount: { value: '40', precision: 20 },
    })
    expect(Object.keys(products[0]).toSorted()).toEqual(['handle', 'id', 'variants'])
    expect(Object.keys(products[0].variants[0]).toSorted()).toEqual(['calculated_price', 'id'])
  })

  it('counts the stock at locations of the channel', async () => {
    const quantities = async (query: string, actor = STOREFRONT) =>
      (await listed(`${query}&fields=variants.inventory_quantity&order=id`, actor)).products.map(
        ({ variants: [variant] }: { variants: { inventory_quantity: number }[] }) => variant!.inventory_quantity,
      )
    expect(await quantities('')).toEqual([4, null, null])
    const both: StorefrontActor = { ...STOREFRONT, sales_channel_ids: ['sc_1', 'sc_2'] }
    expect(await quantities('sales_channel_id=sc_1', both)).toEqual([4, null, null])
    const unclear = await shopper(listStoreProducts, { query: 'fields=variants.inventory_quantity', actor: both })
    expect(refusal(unclear)).toEqual([400, 'invalid_data', expect.stringMatching(/^Inventory availability cannot be calculated/)])
  })

  it('needs the same number of queries for several products as for one', async () => {
    const queries = async (query: string) => {
      // Meanwhile a sweep looks for deleted price lists with remaining prices every two seconds.
      const plans = (await plansOf(shop.db, () => listed(query))).filter(({ command }) => !command.filter?.prices_left)
      return ['products', 'prices', 'price_lists'].map((name) => plans.filter(({ ns }) => ns.endsWith(`.${name}`)).length)
    }
    expect(await queries('region_id=reg_eu&limit=2&order=id')).toEqual([2, 1, 1]) // a full page needs a count
    expect(await queries('region_id=reg_eu&limit=9&order=id')).toEqual([1, 1, 1])
  })

  it('uses an index for every query', async () => {
    const { filters, orders, search } = queriesOf(listStoreProducts)
    const more = [
      'option_value_id=a',
      'variants[options][value]=a',
      'variants[options][option_id]=a',
      'category_id=a',
      'region_id=reg_eu',
    ]
    const plans = await plansOf(shop.db, async () => {
      for (const query of [...filters.filter((_, at) => at % 3 === 0), ...orders, ...search, ...more])
        expect([query, (await shopper(listStoreProducts, { query: `${query}&limit=1` })).status]).toEqual([query, 200])
    })
    expect(await unindexed(shop.db, plans)).toEqual([])
  })
})

describe('get-store-product', () => {
  it('returns a product that is published in a channel of the key, and 404 for others', async () => {
    const { status, body, etag } = await one('prod_1')
    expect({ status, etag }).toEqual({ status: 200, etag: expect.stringMatching(/^"\d+-/) })
    expect(body.product).toMatchObject({ id: 'prod_1', variants: [{ id: 'variant_1' }] })
    for (const id of ['prod_4', 'prod_5', 'prod_6', 'prod_none'])
      expect(refusal(await one(id))).toEqual([404, 'not_found', `Product with id: ${id} was not found`])
    expect((await one('prod_1', 'sales_channel_id[]=sc_2')).status).toBe(400)
  })

  it.each([
    ['region_id=reg_eu', 18],
    ['region_id=reg_us', 30],
    ['currency_code=EUR', 20],
    ['region_id=reg_us&currency_code=eur', 20],
  ])('shows the price for %s: %d', async (query, amount) => {
    expect(await priced(1, query)).toMatchObject({ calculated_amount: amount })
  })

  it('shows the price that a cart would get, considering the groups of the logged-in customer', async () => {
    const actor: StorefrontActor = { ...STOREFRONT, customer_id: customerId }
    expect(await priced(1, 'currency_code=eur', actor)).toMatchObject({ calculated_amount: 15 })
    expect(await priced(1, 'region_id=reg_eu', actor)).toMatchObject({ calculated_amount: 15 })
    const context = { currency_code: null, sales_channel_id: 'sc_1', shipping_option_ids: [] }
    const { items } = await shop.call(quote, {
      ...patient(),
      body: {
        ...context,
        region_id: 'reg_eu',
        customer: { id: customerId, group_ids: [groupId] },
        tax_address: { country_code: null, province: null },
        items: [{ variant_id: 'variant_2', quantity: 1 }],
      },
    })
    const shown = await priced(2, 'region_id=reg_eu', actor)
    expect([items[0]!.unit_price, items[0]!.compare_at_unit_price]).toEqual([shown.calculated_amount, shown.original_amount])
    expect(await priced(1, 'currency_code=eur', { ...STOREFRONT, customer_id: 'cus_none' })).toMatchObject({
      calculated_amount: 20,
    })
  })

  it('shows prices with taxes when country is given and the region has automatic taxes', async () => {
    const taxed = { calculated_amount: 18, calculated_amount_with_tax: 21.42, calculated_amount_without_tax: 18 }
    expect(await priced(1, 'region_id=reg_eu&country_code=DE')).toMatchObject(taxed)
    expect(await priced(1, 'region_id=reg_eu')).not.toHaveProperty('calculated_amount_with_tax')
    expect(await priced(1, 'region_id=reg_us&country_code=us')).not.toHaveProperty('calculated_amount_with_tax')
    expect(await priced(3, 'region_id=reg_eu&country_code=de')).toMatchObject({ calculated_amount_with_tax: 50 })
  })

  it('uses region and country of the cart', async () => {
    const body = { region_id: 'reg_eu', shipping_address: { country_code: 'de' } }
    const { cart } = (await shop.cart.send(createCart, { actor: STOREFRONT, ...patient(), body })).body
    const fields = 'fields=*variants.calculated_price'
    const taxed = { calculated_amount: 18, calculated_amount_with_tax: 21.42 }
    expect(await priced(1, `${fields}&cart_id=${cart.id}`)).toMatchObject(taxed)
    expect(await priced(1, `region_id=reg_us&cart_id=${cart.id}`)).toMatchObject(taxed)
    expect(await priced(1, 'region_id=reg_us&cart_id=cart_none')).toMatchObject({ calculated_amount: 30 })
  })

  it('requires a region or currency for prices, with the store’s region as default', async () => {
    const query = 'fields=id,*variants.calculated_price'
    const missing = 'Missing required pricing context to calculate prices - region_id'
    expect(refusal(await one('prod_1', query))).toEqual([400, 'invalid_data', missing])
    const unknown = 'Region with id reg_none not found when populating the pricing context'
    expect(refusal(await one('prod_1', 'region_id=reg_none'))).toEqual([400, 'invalid_data', unknown])
    const [store] = await shop.deps.stores.list({}, Date.now() + 5000)
    await shop.deps.stores.fillIn(store!.id, { default_region_id: 'reg_us' })
    expect(await priced(1, query)).toMatchObject({ calculated_amount: 30, calculated_price: { id: 'price_1_30' } })
  })

  it('immediately reflects a new price and a deletion', async () => {
    const { admin } = actorsOf(shop)
    const variants = [{ id: 'variant_3', prices: [{ currency_code: 'eur', amount: 51 }] }]
    await Promise.all([
      admin(updateProduct, { params: { id: 'prod_3' }, body: { variants } }),
      ...Array.from({ length: 8 }, async () => {
        expect([50, 51]).toContain((await priced(3, 'region_id=reg_eu')).calculated_amount)
      }),
    ])
    expect(await priced(3, 'region_id=reg_eu')).toMatchObject({ calculated_amount: 51 })
    expect((await admin(deleteProduct, { params: { id: 'prod_3' }, actor: ADMIN })).status).toBe(200)
    expect((await one('prod_3')).status).toBe(404)
    expect(await idsOf('id=prod_3')).toEqual([])
  })
})
