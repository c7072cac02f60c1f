import { quote } from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededStockLocation } from '../../../../../tools/seed/shipping.ts'
import { AT, aPrice, aPriceList, aProduct, aVariant, records, stockOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest

const ofVariant = (variant_id: string) => ({ variant_id, price_set_id: `pset_of_${variant_id}` })

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, {
    ...records,
    products: [
      aProduct({
        variants: [
          aVariant(),
          aVariant({ id: 'variant_few', manage_inventory: true, inventory_items: [stockOf(2, 3, 4)] }),
          aVariant({ id: 'variant_elsewhere', manage_inventory: true }),
          aVariant({ id: 'variant_no_price' }),
          aVariant({ id: 'variant_gone', deleted_at: AT }),
        ],
      }),
      aProduct({ id: 'prod_card', is_giftcard: true, variants: [aVariant({ id: 'variant_card' })] }),
      aProduct({ id: 'prod_draft', status: 'draft', variants: [aVariant({ id: 'variant_draft' })] }),
      aProduct({ id: 'prod_other_channel', sales_channel_ids: ['sc_2'], variants: [aVariant({ id: 'variant_other_channel' })] }),
      aProduct({ id: 'prod_no_channel', sales_channel_ids: [], variants: [aVariant({ id: 'variant_no_channel' })] }),
    ],
    price_lists: [
      aPriceList({ id: 'plist_group', rules: [{ attribute: 'customer.groups.id', value: ['cusgroup_1'] }] }),
      aPriceList({ id: 'plist_draft', status: 'draft' }),
      aPriceList({ id: 'plist_gone', deleted_at: AT }),
      aPriceList({ id: 'plist_over', type: 'override', ends_at: '2026-01-01T00:00:00.000Z' }),
    ],
    // A location keeps the ids of deleted channels.
    stock_locations: ['sloc_0', 'sloc_1'].map((id) => ({
      ...seededStockLocation,
      id,
      sales_channel_ids: ['sc_1', 'sc_deleted'],
    })),
    prices: [
      aPrice({ id: 'price_1' }),
      aPrice({ id: 'price_usd', currency_code: 'usd', amount: 30 }),
      aPrice({ id: 'price_tier', amount: 18, min_quantity: 10 }),
      aPrice({ id: 'price_group', amount: 15, price_list_id: 'plist_group' }),
      aPrice({ id: 'price_draft', amount: 1, price_list_id: 'plist_draft' }),
      aPrice({ id: 'price_gone', amount: 2, price_list_id: 'plist_gone' }),
      aPrice({ id: 'price_over', amount: 3, price_list_id: 'plist_over' }),
      aPrice({ id: 'price_unlisted', amount: 4, price_list_id: 'plist_never' }),
      aPrice({ id: 'price_few', ...ofVariant('variant_few') }),
      aPrice({ id: 'price_elsewhere', ...ofVariant('variant_elsewhere') }),
      aPrice({ id: 'price_card', ...ofVariant('variant_card') }),
      aPrice({ id: 'price_of_draft', ...ofVariant('variant_draft') }),
      aPrice({ id: 'price_of_other', ...ofVariant('variant_other_channel') }),
      aPrice({ id: 'price_of_none', ...ofVariant('variant_no_channel') }),
    ],
  })
})
afterAll(() => service.stop())

const GERMANY = { country_code: 'de', province: null }
const NOWHERE = { country_code: null, province: null }

const cart = (overrides: object = {}) => ({
  region_id: 'reg_eu',
  currency_code: null,
  sales_channel_id: 'sc_1',
  customer: null,
  tax_address: GERMANY,
  items: [{ variant_id: 'variant_1', quantity: 1 }],
  shipping_option_ids: [],
  ...overrides,
})
const ask = (overrides: object = {}) => service.send(quote, { body: cart(overrides) })
const lines = async (overrides: object = {}) => (await ask(overrides)).body.items

const VAT = { rate: 19, code: 'VAT19', description: 'VAT', tax_rate_id: 'txr_de', provider_id: 'system' }

describe('quote', () => {
  it('returns region, lines and shipping options with all fields', async () => {
    const { status, body } = await ask({ shipping_option_ids: ['so_1'] })

    expect(status).toBe(200)
    expect(quote.response.safeParse(body).error).toBeUndefined()
    expect(body.region.id).toBe('reg_eu')
    expect(body.items).toMatchObject([
      {
        variant_id: 'variant_1',
        quantity: 1,
        unit_price: 20,
        compare_at_unit_price: null,
        is_tax_inclusive: false,
        seller_id: 'sel_1',
        tax_lines: [VAT],
      },
    ])
    expect(body.shipping_options).toEqual([
      {
        id: 'so_1',
        name: 'Standard',
        amount: 10,
        is_tax_inclusive: false,
        data: { carrier: 'post' },
        provider_id: 'manual_manual',
        seller_id: null,
        shipping_profile_id: null,
        shipping_option_type_id: null,
        tax_lines: [VAT],
      },
    ])
  })

  it('returns a lean snapshot of product and variant', async () => {
    const [{ product, variant }] = await lines()

    expect(product).toMatchObject({ id: 'prod_1', variants: [], sales_channels: [{ id: 'sc_1', name: 'Web' }] })
    expect(Object.keys(product)).not.toContain('seller_id')
    expect(Object.keys(product)).not.toContain('revision')
    expect(variant).toMatchObject({ id: 'variant_1', product: null })
    expect(variant.prices.map(({ id }: { id: string }) => id)).toEqual(['price_1', 'price_tier', 'price_usd'])
  })

  it('returns the calculated price with and without tax', async () => {
    const [{ variant }] = await lines()

    const source = { id: 'price_1', price_list_id: null, price_list_type: null, min_quantity: null, max_quantity: null }
    expect(variant.calculated_price).toEqual({
      id: 'pset_of_variant_1',
      currency_code: 'eur',
      calculated_amount: 20,
      calculated_amount_with_tax: 23.8,
      calculated_amount_without_tax: 20,
      original_amount: 20,
      original_amount_with_tax: 23.8,
      original_amount_without_tax: 20,
      is_calculated_price_price_list: false,
      is_original_price_price_list: false,
      is_calculated_price_tax_inclusive: false,
      is_original_price_tax_inclusive: false,
      calculated_price: source,
      original_price: source,
    })
  })

  it('prices each line for its own quantity', async () => {
    const items = [1, 10, 9].map((quantity) => ({ variant_id: 'variant_1', quantity }))

    expect((await lines({ items })).map(({ unit_price }: { unit_price: number }) => unit_price)).toEqual([20, 18, 20])
  })

  it('applies a price list to customers who match its rules, with the original price for comparison', async () => {
    const customer = (...group_ids: string[]) => ({ customer: { id: 'cus_1', group_ids } })

    expect(await lines(customer('cusgroup_2', 'cusgroup_1'))).toMatchObject([{ unit_price: 15, compare_at_unit_price: 20 }])
    expect(await lines(customer('cusgroup_2'))).toMatchObject([{ unit_price: 20, compare_at_unit_price: null }])
  })

  it.each([
    ['a list of its prices', 'variant_1', true],
    ['nothing', 'variant_few', false],
  ])('tells whether %s depends on customer groups', async (_what, variant_id, expected) => {
    expect((await ask({ items: [{ variant_id, quantity: 1 }] })).body.depends_on_groups).toBe(expected)
  })

  it.each([
    ['the named region', { region_id: 'reg_us', currency_code: 'eur' }, 'reg_us'],
    ['the region of the currency', { region_id: null, currency_code: 'usd' }, 'reg_us'],
    ['the oldest region', { region_id: null, currency_code: null }, 'reg_eu'],
    ['the oldest region for an unknown currency', { region_id: null, currency_code: 'sek' }, 'reg_eu'],
  ])('uses %s', async (_what, overrides, expected) => {
    expect((await ask(overrides)).body.region.id).toBe(expected)
  })

  it('goes by the copy of a deleted region that the request has, and is refused without one', async () => {
    const shipping_option_ids = ['so_1']
    const gone = { region_id: 'reg_deleted', currency_code: 'eur', shipping_option_ids }
    const copied = (automatic_taxes: boolean) => ask({ ...gone, region_copy: { automatic_taxes } })

    const [taxed, untaxed, living] = [
      await copied(true),
      await copied(false),
      await ask({ shipping_option_ids, region_copy: { automatic_taxes: false } }),
    ]

    expect(quote.response.safeParse(taxed.body).error).toBeUndefined()
    const line = { unit_price: 20, tax_lines: [VAT] }
    expect(taxed.body).toMatchObject({ region: null, items: [line], shipping_options: [{ amount: 10, tax_lines: [VAT] }] })
    expect(untaxed.body).toMatchObject({ region: null, items: [{ unit_price: 20, tax_lines: [] }] })
    expect(living.body).toMatchObject({ region: { id: 'reg_eu' }, items: [line] })
    expect((await ask(gone)).body).toMatchObject({ type: 'not_found', message: 'No regions found' })
  })

  it.each([
    [
      'the requested currency, even if the named region has another one by now',
      { region_id: 'reg_eu', currency_code: 'usd' },
      30,
    ],
    ["the named region's currency", { region_id: 'reg_eu', currency_code: null }, 20],
    ['the currency of the region that it chose', { region_id: null, currency_code: 'sek' }, 20],
  ])('prices in %s', async (_what, overrides, unit_price) => {
    expect(await lines(overrides)).toMatchObject([{ unit_price }])
  })

  it("uses the store's default region, unless another currency is given", async () => {
    const stores = service.db.collection('stores')
    const set = (default_region_id: string | null) => stores.updateMany({}, { $set: { default_region_id } })
    const taken = async (currency_code: string | null) => (await ask({ region_id: null, currency_code })).body.region.id
    await set('reg_us')
    expect([await taken(null), await taken('USD'), await taken('eur'), await taken('sek')]).toEqual([
      ...['reg_us', 'reg_us', 'reg_eu', 'reg_us'],
    ])
    await set('reg_gone')
    expect(await taken(null)).toBe('reg_eu')
    await set(null)
  })

  it('marks prices as tax-inclusive by the preference of the currency', async () => {
    expect(await lines({ region_id: 'reg_us' })).toMatchObject([{ unit_price: 30, is_tax_inclusive: true, tax_lines: [] }])
  })

  it('matches price and price list rules against the sales channel and the shipping address', async () => {
    const rules = (values: Record<string, string>) => ({
      rules: Object.fromEntries(Object.entries(values).map(([part, value]) => [`shipping_address.${part}`, value])),
    })
    const named = [
      { amount: 20 },
      { amount: 19, ...rules({ country_code: 'de' }) },
      { amount: 18, ...rules({ country_code: 'de', city: 'Bonn' }) },
      { amount: 17, ...rules({ province: 'de-be' }) },
      { amount: 16, ...rules({ postal_code: '10115' }) },
      { amount: 15, ...rules({ postal_code: '50667' }), price_list_id: 'plist_channel' },
      { amount: 14, price_list_id: 'plist_elsewhere' },
    ]
    await insertMissing(service.db, {
      products: [aProduct({ id: 'prod_here', variants: [aVariant({ id: 'variant_here' })] })],
      price_lists: [
        aPriceList({ id: 'plist_channel', rules: [{ attribute: 'sales_channel_id', value: ['sc_1', 'sc_9'] }] }),
        aPriceList({ id: 'plist_elsewhere', rules: [{ attribute: 'sales_channel_id', value: ['sc_2'] }] }),
      ],
      prices: named.map((one, n) => aPrice({ id: `price_here_${n}`, ...ofVariant('variant_here'), ...one })),
    })
    const items = [{ variant_id: 'variant_here', quantity: 1 }]
    const price = async (ship_to: object | undefined, overrides = {}) =>
      (await lines({ items, ship_to, ...overrides }))[0].unit_price
    const nowhere = { ...NOWHERE, city: null, postal_code: null }
    const addresses = [
      nowhere,
      { ...nowhere, country_code: 'de' },
      { ...nowhere, country_code: 'de', city: 'Bonn' },
      { ...nowhere, province: 'de-be' },
      { ...nowhere, country_code: 'at', city: 'Bonn', postal_code: '10115' },
      { ...nowhere, postal_code: '50667' },
    ]
    expect(await Promise.all(addresses.map((address) => price(address)))).toEqual([20, 19, 18, 17, 16, 15])
    expect(await price(addresses[5], { sales_channel_id: null })).toBe(20)
    // a new cart
    expect(await price(undefined)).toBe(20)
  })

  it.each([
    ['without a country', { tax_address: NOWHERE }],
    ['in a country without taxes', { tax_address: { country_code: 'jp', province: null } }],
    ['in a region without automatic taxes', { region_id: 'reg_us' }],
    ['on gift cards', { items: [{ variant_id: 'variant_card', quantity: 1 }] }],
  ])('charges no tax %s', async (_where, overrides) => {
    const [line] = await lines(overrides)

    expect(line.tax_lines).toEqual([])
    expect(line.variant.calculated_price.calculated_amount_with_tax).toBe(line.unit_price)
  })

  it('omits shipping options that are deleted or unknown, and returns those without a price', async () => {
    const { body } = await ask({ items: [], shipping_option_ids: ['so_gone', 'so_free', 'so_none'] })

    expect(body.shipping_options).toMatchObject([{ id: 'so_free', amount: null }])
  })

  it('rejects quantities that exceed the stock, summed over all lines', async () => {
    const few = (...quantities: number[]) => ({ items: quantities.map((quantity) => ({ variant_id: 'variant_few', quantity })) })

    expect((await ask(few(2, 1))).status).toBe(200)
    for (const quantities of [[4], [2, 2]]) {
      const { status, body } = await ask(few(...quantities))
      expect({ status, ...body }).toMatchObject({
        status: 400,
        type: 'not_allowed',
        code: 'insufficient_inventory',
        message: 'Some variant does not have the required inventory',
      })
    }
  })

  it('rejects variants that are not stocked at a location of the channel', async () => {
    const one = { items: [{ variant_id: 'variant_elsewhere', quantity: 1 }] }
    const message = 'Sales channel sc_1 is not associated with any stock location for variant variant_elsewhere.'
    expect((await ask(one)).body).toMatchObject({ type: 'invalid_data', message })
  })

  it('looks for the stock of an order at locations of its channel, which need not offer the product', async () => {
    const of = (variant_id: string, stock_channel_id: string | null, quantity = 1) =>
      ask({ sales_channel_id: null, stock_channel_id, items: [{ variant_id, quantity }] })
    const elsewhere = refusal(await of('variant_elsewhere', 'sc_1'))
    const message = 'Sales channel sc_1 is not associated with any stock location for variant variant_elsewhere.'
    expect(elsewhere).toEqual([400, 'invalid_data', message])
    const short = [400, 'not_allowed', 'Some variant does not have the required inventory']
    for (const channel of ['sc_1', 'sc_deleted', null]) {
      expect(refusal(await of('variant_few', channel, 4))).toEqual(short)
      expect((await of('variant_few', channel, 3)).status).toBe(200)
      expect((await of('variant_other_channel', channel)).status).toBe(200)
    }
    for (const channel of ['sc_deleted', null]) expect(refusal(await of('variant_elsewhere', channel))).toEqual(short)
  })

  it('reports a missing price before missing stock', async () => {
    const items = [{ variant_id: 'variant_few', quantity: 4 }]
    const { body } = await ask({ region_id: 'reg_us', items })
    expect(body.message).toBe('Variants with IDs variant_few do not have a price')
  })

  const NOT_SOLD = (ids: string) => `Variants ${ids} do not exist or belong to a product that is not published`
  it.each([
    [{ items: ['variant_none', 'variant_1', 'variant_draft'] }, NOT_SOLD('variant_none, variant_draft')],
    [{ items: ['variant_gone'] }, NOT_SOLD('variant_gone')],
    [{ items: ['variant_other_channel'] }, NOT_SOLD('variant_other_channel')],
    [{ items: ['variant_no_price', 'variant_1', 'variant_no_price'] }, 'Variants with IDs variant_no_price do not have a price'],
    [{ region_id: 'reg_us', items: ['variant_card'] }, 'Variants with IDs variant_card do not have a price'],
  ])('rejects %j', async ({ items = [], ...overrides }: { items?: string[]; region_id?: string }, message) => {
    const { status, body } = await ask({ ...overrides, items: items.map((variant_id) => ({ variant_id, quantity: 1 })) })

    expect({ status, type: body.type, message: body.message }).toEqual({ status: 400, type: 'invalid_data', message })
  })

  it('omits existing cart lines that are no longer sold or have no price, and ignores stock for them', async () => {
    const staying = ['variant_none', 'variant_draft', 'variant_no_price', 'variant_few', 'variant_elsewhere']
    const items = [
      ...staying.map((variant_id) => ({ variant_id, quantity: 9, staying: true })),
      { variant_id: 'variant_1', quantity: 1 },
    ]
    const quoted = await lines({ items })
    expect(quoted.map(({ variant_id }: { variant_id: string }) => variant_id)).toEqual([
      'variant_few',
      'variant_elsewhere',
      'variant_1',
    ])
  })

  it('returns 404 for an unknown region', async () => {
    const { status, body } = await ask({ region_id: 'reg_none', items: [] })
    expect({ status, body }).toMatchObject({ status: 404, body: { type: 'not_found', message: 'No regions found' } })
  })

  it('sells products of every channel when no channel is given', async () => {
    expect(await lines({ sales_channel_id: null, items: [{ variant_id: 'variant_other_channel', quantity: 1 }] })).toHaveLength(1)
  })

  it('sells a product without channels in any channel', async () => {
    expect(await lines({ items: [{ variant_id: 'variant_no_channel', quantity: 1 }] })).toMatchObject([{ unit_price: 20 }])
  })
})
