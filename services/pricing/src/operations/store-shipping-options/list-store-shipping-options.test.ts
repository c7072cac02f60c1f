import {
  batchShippingOptionRules,
  createPricePreference,
  deleteFulfillmentSet,
  deleteServiceZone,
  deleteShippingOption,
  deleteStockLocation,
  listStoreShippingOptions,
  manageVendorStockLocationSalesChannels,
  type StorefrontActor,
  type StoreShippingOption,
} from '@souk/contracts'
import { commandsOf, plansOf, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededSellers } from '../../../../../tools/seed/sellers.ts'
import { asSeller } from '../../../test/as-seller.ts'
import { records } from '../../../test/builders.ts'
import { isLookedAtMeanwhile } from '../../../test/looked-at-meanwhile.ts'
import { startSellers, startShop } from '../../../test/service.ts'
import { shippingWorld } from '../../../test/shipping-world.ts'

let shop: Awaited<ReturnType<typeof startShop>>
const { admin, aChannel, anOption, aProductIn, aCartIn, actorOf } = shippingWorld(() => shop)
const { send: asMember, aLocation, aPlace } = asSeller(() => shop)
beforeAll(async () => {
  shop = await startShop()
  await insertMissing(shop.db, { ...records, price_preferences: [], shipping_options: [] })
})
afterAll(() => shop.stop())

const ask = (actor: StorefrontActor, cart_id: string, query = '') =>
  shop.send(listStoreShippingOptions, { actor, query: `cart_id=${cart_id}&${query}` })
async function offered(channel: string, cart: object = {}, query = ''): Promise<StoreShippingOption[]> {
  const { status, body } = await ask(actorOf(channel), await aCartIn(channel, cart), query)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.shipping_options
}
const namesOf = (options: readonly { name: string }[]) => options.map(({ name }) => name)
const rule = (attribute: string, value: string, operator = 'eq') => ({ attribute, operator, value })
const total = (operator: string, value: number) => ({ attribute: 'item_total', operator, value })

describe('a shipping option', () => {
  it('is shown with its price, its provider and the location it ships from', async () => {
    const { channel, zone, set, location } = await aChannel()
    const { id } = await anOption(zone, { name: 'Parcel', data: { carrier: 'post' }, rules: [rule('enabled_in_store', 'true')] })
    const [option, ...others] = await offered(channel)
    expect(others).toEqual([])
    const price = { price_list_id: null, price_list_type: null, min_quantity: null, max_quantity: null }
    const chosen = { id: expect.stringMatching(/^price_/), ...price }
    expect(option).toEqual({
      id,
      name: 'Parcel',
      price_type: 'flat',
      service_zone_id: zone,
      shipping_profile_id: expect.stringMatching(/^sp_/),
      provider_id: 'manual_manual',
      data: { carrier: 'post' },
      service_zone: {
        id: zone,
        fulfillment_set_id: set,
        fulfillment_set: {
          id: set,
          type: 'shipping',
          location: { id: location, address: expect.objectContaining({ address_1: 'Quay 1', country_code: 'de' }) },
        },
      },
      type: { id: expect.stringMatching(/^sotype_/), label: 'Slow', description: 'By hand', code: 'slow' },
      provider: { id: 'manual_manual', is_enabled: true },
      rules: [{ id: expect.stringMatching(/^sorul_/), ...rule('enabled_in_store', 'true') }],
      calculated_price: {
        id: expect.stringMatching(/^pset_/),
        calculated_amount: 5,
        raw_calculated_amount: { value: '5', precision: 20 },
        original_amount: 5,
        raw_original_amount: { value: '5', precision: 20 },
        currency_code: 'eur',
        is_calculated_price_price_list: false,
        is_calculated_price_tax_inclusive: false,
        is_original_price_price_list: false,
        is_original_price_tax_inclusive: false,
        calculated_price: chosen,
        original_price: chosen,
      },
      prices: [expect.objectContaining({ amount: 5, raw_amount: { value: '5', precision: 20 }, price_rules: [] })],
      amount: 5,
      is_tax_inclusive: false,
      insufficient_inventory: false,
      seller_id: null,
      seller_name: null,
    })
  })

  it('has additional fields on request, and fewer only when `fields` excludes them', async () => {
    const { channel, zone } = await aChannel()
    await anOption(zone, { metadata: { a: 1 } })
    const [usual, more, less] = await Promise.all([
      offered(channel),
      offered(channel, {}, 'fields=%2Bmetadata,shipping_option_type_id,service_zone.geo_zones,nothing'),
      offered(channel, {}, 'fields=-prices,-insufficient_inventory'),
    ])
    expect(usual[0]).not.toHaveProperty('metadata')
    const type = { shipping_option_type_id: usual[0]!.type!.id }
    expect(more).toEqual([{ ...usual[0], metadata: { a: 1 }, ...type }])
    const { prices: _prices, insufficient_inventory: _lacks, ...rest } = usual[0]!
    expect(less).toEqual([rest])
  })

  it('without a price in the currency has no amount; pagination parameters are ignored', async () => {
    const { channel, zone } = await aChannel()
    await anOption(zone, { name: 'Dollars', prices: [{ currency_code: 'usd', amount: 6 }] })
    await anOption(zone, { name: 'Euro' })
    expect(await offered(channel, {}, 'limit=1&offset=1&order=name')).toMatchObject([
      { name: 'Dollars', amount: null, calculated_price: null, is_tax_inclusive: false },
      { name: 'Euro', amount: 5 },
    ])
  })

  it('shows that its provider is disabled', async () => {
    const { channel, zone } = await aChannel()
    await anOption(zone)
    const { fulfillmentProviders } = shop.deps
    await fulfillmentProviders.configure(['post_post'], new Date().toISOString())
    expect(await offered(channel)).toMatchObject([{ provider: { id: 'manual_manual', is_enabled: false } }])
    await fulfillmentProviders.configure(['manual_manual'], new Date().toISOString())
  })
})

describe('the options of a cart are those', () => {
  it('whose rules hold, for shipping or for returns', async () => {
    const { channel, zone } = await aChannel()
    await anOption(zone, { name: 'Both' })
    await anOption(zone, { name: 'Sent', rules: [rule('is_return', 'false'), rule('enabled_in_store', 'true')] })
    await anOption(zone, { name: 'Returned', rules: [rule('is_return', 'true')] })
    const { id } = await anOption(zone, { name: 'Hidden', rules: [rule('enabled_in_store', 'false')] })
    const kinds = ['', 'is_return=false', 'is_return=TRUE']
    const found = await Promise.all(kinds.map(async (query) => namesOf(await offered(channel, {}, query))))
    expect(found).toEqual([
      ['Both', 'Sent'],
      ['Both', 'Sent'],
      ['Both', 'Returned'],
    ])

    const [hidden] = (await shop.deps.shippingOptions.get(id, Date.now() + 5000)).record.rules
    await admin(batchShippingOptionRules, id, { body: { delete: [hidden!.id] } })
    expect(namesOf(await offered(channel))).toEqual(['Both', 'Sent', 'Hidden'])
  })

  const us = { type: 'country', country_code: 'us' }
  const berlin = { type: 'city', country_code: 'de', province_code: 'be', city: 'Berlin' }
  it.each([
    ['country', { type: 'country', country_code: 'de' }, { country_code: 'de' }, { country_code: 'us' }],
    [
      'province',
      { type: 'province', country_code: 'de', province_code: 'be' },
      { country_code: 'de', province: 'be' },
      { country_code: 'de', province: 'by' },
    ],
    [
      'city',
      berlin,
      { country_code: 'de', province: 'be', city: 'Berlin' },
      { country_code: 'de', province: 'be', city: 'Spandau' },
    ],
    [
      'postal code',
      { ...berlin, type: 'zip', postal_expression: { codes: ['10115'] } },
      { country_code: 'de', province: 'be', city: 'Berlin', postal_code: '10115' },
      { country_code: 'de', province: 'be', city: 'Berlin', postal_code: '10117' },
    ],
  ])('that ship to the %s of the address', async (_what, geoZone, inside, outside) => {
    const { channel, zone } = await aChannel({ geo_zones: [geoZone, { ...us, country_code: 'ca' }] })
    await anOption(zone, { name: 'Near' })
    expect(namesOf(await offered(channel, { shipping_address: inside }))).toEqual(['Near'])
    expect(await offered(channel, { shipping_address: outside })).toEqual([])
    expect(namesOf(await offered(channel))).toEqual(['Near'])
  })

  it('of locations that serve the channel', async () => {
    const [one, other, none] = [await aChannel(), await aChannel(), await aChannel({ locations: 0 })]
    await anOption(one.zone, { name: 'One' })
    await anOption(other.zone, { name: 'Other' })
    expect(namesOf(await offered(one.channel))).toEqual(['One'])
    expect(namesOf(await offered(other.channel))).toEqual(['Other'])
    expect(await offered(none.channel)).toEqual([])
  })

  it('of the marketplace and of the sellers of its items, or of all sellers when it is empty', async () => {
    const { channel, zone } = await aChannel()
    const [, own] = [await anOption(zone, { name: 'Market' }), await anOption(zone, { name: 'Seller' })]
    await shop.db.collection<{ _id: string }>('shipping_options').updateOne({ _id: own.id }, { $set: { seller_id: 'sel_a' } })
    const variant_id = await aProductIn(channel, 10)
    const goods = { items: [{ variant_id, quantity: 1 }] }
    const ofMarket = await aCartIn(channel, goods)
    expect(namesOf((await ask(actorOf(channel), ofMarket)).body.shipping_options)).toEqual(['Market'])
    expect(namesOf(await offered(channel))).toEqual(['Market', 'Seller'])
    const sold = { 'variants.id': variant_id }
    await shop.db.collection('products').updateOne(sold, { $set: { seller_id: 'sel_a' }, $inc: { revision: 1 } })
    expect(namesOf(await offered(channel, goods))).toEqual(['Market', 'Seller'])
  })

  it('that are neither deleted nor in a deleted service zone, fulfillment set or location', async () => {
    const one = await aChannel()
    const option = await anOption(one.zone)
    await anOption(one.zone, { name: 'Stays' })
    await admin(deleteShippingOption, option.id)
    expect(namesOf(await offered(one.channel))).toEqual(['Stays'])
    await admin(deleteServiceZone, undefined, { params: { id: one.set, zone_id: one.zone } })
    expect(await offered(one.channel)).toEqual([])

    const [two, three] = [await aChannel(), await aChannel()]
    for (const { zone } of [two, three]) await anOption(zone)
    await admin(deleteFulfillmentSet, two.set)
    await admin(deleteStockLocation, three.location)
    expect([await offered(two.channel), await offered(three.channel)]).toEqual([[], []])
  })
})

describe('the price', () => {
  it.each([
    [9, 10],
    [10, 4],
    [30, 4],
    [31, 0],
  ])('of a cart of %d is %d', async (unit, amount) => {
    const { channel, zone } = await aChannel()
    await anOption(zone, {
      prices: [
        { currency_code: 'eur', amount: 10 },
        { currency_code: 'eur', amount: 4, rules: [total('gte', 10), total('lte', 30)] },
        { currency_code: 'eur', amount: 0, rules: [total('gt', 30)] },
      ],
    })
    const items = [{ variant_id: await aProductIn(channel, unit), quantity: 1 }]
    expect(await offered(channel, { items })).toMatchObject([{ amount, calculated_price: { calculated_amount: amount } }])
  })

  it('depends on the item total including taxes', async () => {
    const { channel, zone } = await aChannel()
    const prices = [
      { currency_code: 'eur', amount: 10 },
      { currency_code: 'eur', amount: 1, rules: [total('gte', 119)] },
    ]
    await anOption(zone, { prices })
    const cart = { items: [{ variant_id: await aProductIn(channel, 100), quantity: 1 }] }
    expect(await offered(channel, { ...cart, shipping_address: { country_code: 'de' } })).toMatchObject([{ amount: 1 }])
    expect(await offered(channel, cart)).toMatchObject([{ amount: 10 }])
  })

  it("is that of the cart's region if there is one, otherwise that of its currency", async () => {
    const { channel, zone } = await aChannel()
    const prices = [
      { currency_code: 'eur', amount: 10 },
      { region_id: 'reg_eu', amount: 12 },
      { currency_code: 'usd', amount: 14 },
    ]
    await anOption(zone, { prices })
    expect(await offered(channel)).toMatchObject([{ amount: 12 }])
    expect(await offered(channel, { region_id: 'reg_us' })).toMatchObject([{ amount: 14 }])
  })

  it('tells whether it includes taxes', async () => {
    const { channel, zone } = await aChannel()
    await anOption(zone, { prices: [{ currency_code: 'usd', amount: 14 }] })
    const body = { attribute: 'currency_code', value: 'usd', is_tax_inclusive: true } as const
    expect((await admin(createPricePreference, undefined, { body })).status).toBe(200)
    const taxed = { amount: 14, is_tax_inclusive: true, calculated_price: { is_calculated_price_tax_inclusive: true } }
    expect(await offered(channel, { region_id: 'reg_us' })).toMatchObject([taxed])
  })
})

/** A seller’s location with an option and two units of a product, and five more units in a store that ships nothing. */
async function aShop(channel: string, seller: string) {
  const { location, zone } = await aPlace(seller, [{ type: 'country', country_code: 'de' }])
  const store = await aLocation(seller)
  for (const id of [location, store])
    await asMember(manageVendorStockLocationSalesChannels, id, { body: { add: [channel] } }, seller)
  await anOption(zone)
  const stock = [
    { location_id: location, stocked_quantity: 2 },
    { location_id: store, stocked_quantity: 5 },
  ]
  const variant = await aProductIn(channel, 5, { stock })
  await shop.db.collection('products').updateOne({ 'variants.id': variant }, { $set: { seller_id: seller } })
  return { location, variant }
}

describe('stock at the location', () => {
  const lacks = async (channel: string, variant_id: string, quantity: number, twice = false) => {
    const items = [{ variant_id, quantity }, ...(twice ? [{ variant_id, quantity, metadata: { a: 1 } }] : [])]
    return (await offered(channel, { items })).map(({ insufficient_inventory }) => insufficient_inventory)
  }

  it('is sufficient up to the last unit, summed over all lines of a variant', async () => {
    const { channel, zone, location } = await aChannel()
    await anOption(zone)
    const variant = await aProductIn(channel, 5, { stock: [{ location_id: location, stocked_quantity: 4 }] })
    expect(await lacks(channel, variant, 4)).toEqual([false])
    expect(await lacks(channel, variant, 2, true)).toEqual([false])
  })

  it('is insufficient when less is there than in the cart, regardless of other locations', async () => {
    const one = await aChannel({ locations: 2 })
    for (const zone of one.zones) await anOption(zone)
    const stock = [
      { location_id: one.locations[0]!, stocked_quantity: 4 },
      { location_id: one.locations[1]!, stocked_quantity: 5 },
    ]
    const variant = await aProductIn(one.channel, 5, { stock })
    expect(await lacks(one.channel, variant, 4)).toEqual([false, false])
    expect(await lacks(one.channel, variant, 5)).toEqual([true, false])
    expect(await lacks(one.channel, variant, 3, true)).toEqual([true, true])
  })

  it('is checked for the seller’s own goods only when the location belongs to a seller', async () => {
    const { channel } = await aChannel({ locations: 0 })
    const [one, other] = [await aShop(channel, 'sel_a'), await aShop(channel, 'sel_b')]
    const itemsOf = (quantity: number) => [
      { variant_id: one.variant, quantity },
      { variant_id: other.variant, quantity: 1 },
    ]
    const lacking = async (quantity: number) => {
      return (await offered(channel, { items: itemsOf(quantity) })).map((option) => [
        option.service_zone.fulfillment_set.location.id,
        option.insufficient_inventory,
      ])
    }
    expect(await lacking(2)).toEqual([
      [one.location, false],
      [other.location, false],
    ])
    expect(await lacking(3)).toEqual([
      [one.location, true],
      [other.location, false],
    ])
    const cart = await aCartIn(channel, { items: itemsOf(3) })
    const commands = await commandsOf(shop.db, () => ask(actorOf(channel), cart))
    const asked = commands.filter((one) => !isLookedAtMeanwhile(one))
    const reads = asked.map(({ ns }) => ns.split('.')[1]).filter((name) => ['products', 'inventory_items'].includes(name))
    expect(reads).toEqual(['products', 'inventory_items'])
  })

  it('of the marketplace is checked for all goods except those of sellers with their own options', async () => {
    const { channel, zone, location, locations } = await aChannel({ locations: 2 })
    await anOption(zone)
    const one = await aShop(channel, 'sel_a')
    const stock = locations.map((location_id, at) => ({ location_id, stocked_quantity: 4 + at }))
    const [ours, theirs] = await Promise.all(
      [null, 'sel_b'].map(async (seller_id) => {
        const variant = await aProductIn(channel, 5, { stock })
        await shop.db.collection('products').updateOne({ 'variants.id': variant }, { $set: { seller_id } })
        return variant
      }),
    )
    const lacking = async (quantities: object) => {
      const items = Object.entries(quantities).map(([variant_id, quantity]) => ({ variant_id, quantity }))
      return (await offered(channel, { items })).map((option) => [
        option.service_zone.fulfillment_set.location.id,
        option.insufficient_inventory,
      ])
    }
    const both = (atHub: boolean, atShop: boolean) => [
      [location, atHub],
      [one.location, atShop],
    ]
    expect(await lacking({ [ours!]: 4, [theirs!]: 4, [one.variant]: 2 })).toEqual(both(false, false))
    expect(await lacking({ [ours!]: 4, [theirs!]: 4, [one.variant]: 3 })).toEqual(both(false, true))
    expect(await lacking({ [ours!]: 4, [theirs!]: 5, [one.variant]: 2 })).toEqual(both(true, false))
    expect(await lacking({ [ours!]: 5, [one.variant]: 2 })).toEqual(both(true, false))
  })

  it('is not checked for goods that are unmanaged, backordered or not shipped', async () => {
    const { channel, zone, locations } = await aChannel({ locations: 2 })
    await anOption(zone)
    const unmanaged = await aProductIn(channel, 5)
    const backordered = await aProductIn(channel, 5, { stock: [], variant: { allow_backorder: true } })
    const unshipped = await aProductIn(channel, 5, {
      stock: [{ location_id: locations[1]!, stocked_quantity: 9 }],
      item: { requires_shipping: false },
    })
    for (const variant of [unmanaged, backordered, unshipped]) expect(await lacks(channel, variant, 3)).toEqual([false])
  })
})

describe('the seller of an option', () => {
  let sellers: Awaited<ReturnType<typeof startSellers>> | undefined
  afterAll(() => sellers?.stop())
  const [named] = seededSellers
  const ownersOf = (options: readonly StoreShippingOption[]) =>
    options.map(({ seller_id, seller_name }) => [seller_id, seller_name])

  /** A channel with an option of the marketplace and two of each of two sellers (one exists), and goods of both sellers. */
  async function aMarket() {
    const { channel, zone } = await aChannel()
    await anOption(zone, { name: 'Market' })
    const items: { variant_id: string; quantity: number }[] = []
    for (const seller_id of [named!.id, 'sel_gone']) {
      for (const name of ['One', 'Two']) {
        const { id } = await anOption(zone, { name })
        await shop.db.collection<{ _id: string }>('shipping_options').updateOne({ _id: id }, { $set: { seller_id } })
      }
      const variant_id = await aProductIn(channel, 5)
      await shop.db.collection('products').updateOne({ 'variants.id': variant_id }, { $set: { seller_id } })
      items.push({ variant_id, quantity: 1 })
    }
    return { channel, items }
  }
  const owners = (name: string | null) => [
    [null, null],
    ...[named!.id, named!.id].map((id) => [id, name]),
    ...['sel_gone', 'sel_gone'].map((id) => [id, null]),
  ]

  it('is shown by name, with one query, or only by id while `sellers` is unavailable', async () => {
    const { channel, items } = await aMarket()
    expect(ownersOf(await offered(channel, { items }))).toEqual(owners(null))
    sellers = await startSellers({}, shop.servers)
    await insertMissing(sellers.db, { sellers: seededSellers })
    const own = await aCartIn(channel, { items })
    const shown = await plansOf(sellers.db, async () => {
      const { status, body } = await ask(actorOf(channel), own)
      expect([status, ownersOf(body.shipping_options)]).toEqual([200, owners(named!.name)])
    })
    expect(shown.map(({ ns }) => ns.split('.').at(-1))).toEqual(['sellers'])
    expect(shown.map(({ planSummary }) => planSummary).join()).not.toContain('COLLSCAN')
  })

  it('is not queried when no option has one, or its name is not requested', async () => {
    const { channel, zone } = await aChannel()
    await anOption(zone)
    const market = await aMarket()
    const [cart, other] = [await aCartIn(channel), await aCartIn(market.channel, { items: market.items })]
    const plans = await plansOf(
      sellers!.db,
      async () => {
        expect(ownersOf((await ask(actorOf(channel), cart)).body.shipping_options)).toEqual([[null, null]])
        const { body } = await ask(actorOf(market.channel), other, 'fields=-seller_name')
        expect(body.shipping_options[1]).toMatchObject({ seller_id: named!.id })
        expect(body.shipping_options[1]).not.toHaveProperty('seller_name')
      },
      { least: 0 },
    )
    expect(plans.filter(({ ns }) => ns.endsWith('.sellers'))).toEqual([])
  })
})

describe('list-store-shipping-options', () => {
  it('rejects missing, unknown and other channels’ carts, and invalid or unknown query parameters', async () => {
    const { channel } = await aChannel()
    const [own, cart] = [actorOf(channel), await aCartIn(channel)]
    const refusal = async (actor: StorefrontActor, query: string) => {
      const { status, body } = await shop.send(listStoreShippingOptions, { actor, query })
      return [status, body.type, body.message]
    }
    expect(await refusal(own, '')).toEqual([400, 'invalid_data', "Invalid request: Field 'cart_id' is required"])
    expect(await refusal(own, 'cart_id=cart_none')).toEqual([404, 'not_found', 'Cart id not found: cart_none'])
    const foreign = actorOf('sc_none')
    expect(await refusal(foreign, `cart_id=${cart}`)).toEqual([404, 'not_found', `Cart id not found: ${cart}`])
    const message = expect.stringContaining('is_return')
    expect(await refusal(own, `cart_id=${cart}&is_return=maybe`)).toEqual([400, 'invalid_data', message])
    expect((await refusal(own, `cart_id=${cart}&location_id=sloc_1`))[0]).toBe(400)
  })
})

it('reads each collection once, using an index', async () => {
  const { channel, zone, locations } = await aChannel({ locations: 2 })
  for (let count = 0; count < 3; count++) await anOption(zone)
  const stock = [{ location_id: locations[0]!, stocked_quantity: 9 }]
  const variants = [await aProductIn(channel, 5, { stock }), await aProductIn(channel, 5, { stock })]
  const cart = await aCartIn(channel, { items: variants.map((variant_id) => ({ variant_id, quantity: 1 })) })
  const plans = await plansOf(shop.db, () => ask(actorOf(channel), cart))
  const asked = plans.filter((query) => !isLookedAtMeanwhile(query))
  const collections = asked.map(({ ns }) => ns.split('.').at(-1)).toSorted()
  expect(collections).toEqual(
    expect.arrayContaining(['stock_locations', 'fulfillment_sets', 'shipping_options', 'products', 'inventory_items']),
  )
  expect(new Set(collections).size).toBe(collections.length)
  expect(await unindexed(shop.db, asked)).toEqual([])
})
