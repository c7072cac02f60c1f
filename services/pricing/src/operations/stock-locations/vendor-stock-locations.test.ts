import {
  createShippingOption,
  createStockLocation,
  deleteStockLocation,
  getVendorStockLocation,
  listStockLocations,
  listVendorShippingOptions,
  listVendorStockLocations,
  type Operation,
} from '@souk/contracts'
import { FORBIDDEN, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, seededId } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seedPricing } from '../../../../../tools/seed/pricing.ts'
import { seededFulfillmentSet, seededShippingOptions, seededStockLocation } from '../../../../../tools/seed/shipping.ts'
import { ADMIN, STOREFRONT } from '../../../test/actors.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  await seedPricing(service.db)
})
afterAll(() => service.stop())

const list = (operation: Operation, query = '', seller: string = ids.seller) =>
  service.send(operation, { actor: memberOf(seller), query })
const get = (id: string, query = '', seller: string = ids.seller) =>
  service.send(getVendorStockLocation, { actor: memberOf(seller), params: { id }, query })
const admin = (operation: Operation, options: object) => service.send(operation, { actor: ADMIN, ...options })

describe('list-vendor-stock-locations', () => {
  it("lists the seller's locations, but not those of others or of the marketplace", async () => {
    const made = await admin(createStockLocation, { body: { name: 'Hub of the marketplace' } })
    const { status, body, text } = await list(listVendorStockLocations)

    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 20 })
    expect(body.stock_locations).toMatchObject([
      {
        id: ids.stock_location,
        address: { city: 'Hamburg' },
        fulfillment_sets: [{ id: ids.fulfillment_set }],
        fulfillment_providers: [{ id: 'manual_manual' }],
      },
      { name: 'Store' },
      { name: 'Kiosk' },
    ])
    expect(text).not.toContain('seller_id')
    const theirs = (await list(listVendorStockLocations, '', ids.foreign_seller)).body
    expect(theirs).toMatchObject({ count: 1, stock_locations: [{ id: ids.foreign_stock_location }] })
    const all = (await admin(listStockLocations, { query: 'limit=9' })).body
    expect(all.stock_locations.map(({ id }: { id: string }) => id)).toContain(made.body.stock_location.id)
    for (const actor of [ADMIN, STOREFRONT]) expect((await service.send(listVendorStockLocations, { actor })).status).toBe(401)
  })

  it('filters by id, only among the locations of the seller', async () => {
    const named = [ids.stock_location, ids.foreign_stock_location].map((id) => `stock_location_id[]=${id}`).join('&')
    expect((await list(listVendorStockLocations, named)).body).toMatchObject({
      count: 1,
      stock_locations: [{ id: ids.stock_location }],
    })
    expect((await list(listVendorStockLocations, `stock_location_id=${ids.foreign_stock_location}`)).body.count).toBe(0)
  })

  it('returns the fields that the vendor panel requests', async () => {
    const fields = [
      ...['name', '*sales_channels', '*address', '*fulfillment_sets', '*fulfillment_sets.service_zones'],
      ...['*fulfillment_sets.service_zones.shipping_options'],
    ].join()
    const { stock_locations } = (await list(listVendorStockLocations, `fields=${fields}&order=name&q=ware`)).body

    expect(stock_locations).toMatchObject([
      {
        id: ids.stock_location,
        sales_channels: [{ id: ids.sales_channel }],
        fulfillment_sets: [{ service_zones: [{ shipping_options: [{ id: ids.shipping_option }, {}, {}] }, {}] }],
      },
    ])
  })

  it('uses an index for every query, and so do shipping options', async () => {
    for (const operation of [listVendorStockLocations, listVendorShippingOptions]) {
      const { filters, orders, search } = queriesOf(operation)
      const plans = await plansOf(service.db, async () => {
        for (const query of [...filters, ...orders, ...search]) expect((await list(operation, query)).status).toBe(200)
      })
      const ofLists = plans.filter(({ ns }) => /\.(stock_locations|shipping_options)$/.test(ns))
      expect(await unindexed(service.db, ofLists)).toEqual([])
    }
  })
})

describe('get-vendor-stock-location', () => {
  it('returns a location of the seller', async () => {
    const { status, body, etag } = await get(ids.stock_location, 'fields=name,*fulfillment_sets.service_zones.geo_zones&limit=1')

    expect({ status, etag }).toMatchObject({ status: 200, etag: expect.any(String) })
    expect(body.stock_location).toMatchObject({ name: 'Warehouse', fulfillment_sets: [{ service_zones: expect.any(Array) }] })
  })

  it('returns 403 for locations of others, of the marketplace, deleted and unknown ones', async () => {
    const hub = (await admin(createStockLocation, { body: { name: 'Hub' } })).body.stock_location.id
    const gone = { ...seededStockLocation, id: 'sloc_gone' }
    await insertMissing(service.db, { stock_locations: [gone] })
    expect((await get('sloc_gone')).status).toBe(200)
    await admin(deleteStockLocation, { params: { id: 'sloc_gone' } })

    for (const id of [ids.foreign_stock_location, hub, 'sloc_gone', 'sloc_none'])
      expect([id, ...refusal(await get(id))]).toEqual([id, ...FORBIDDEN])
    expect((await get(ids.stock_location, 'foo=1')).status).toBe(400)
  })
})

describe('list-vendor-shipping-options', () => {
  const option = (service_zone_id: string) => ({
    name: 'By hand',
    service_zone_id,
    shipping_profile_id: ids.shipping_profile,
    price_type: 'flat',
    provider_id: 'manual_manual',
    type_id: ids.shipping_option_type,
    prices: [{ currency_code: 'eur', amount: 3 }],
  })

  it('lists the options in the service zones of the seller’s locations, whoever created them', async () => {
    const theirSet = {
      ...seededFulfillmentSet,
      id: 'fuset_theirs',
      name: 'Theirs',
      location_id: ids.foreign_stock_location,
      seller_id: ids.foreign_seller,
      service_zones: [{ ...seededFulfillmentSet.service_zones[0]!, id: 'serzo_theirs', name: 'Theirs', geo_zones: [] }],
    }
    await insertMissing(service.db, { fulfillment_sets: [theirSet] })
    const theirs = await admin(createShippingOption, { body: option('serzo_theirs') })
    const ours = await admin(createShippingOption, { body: option(ids.service_zone) })
    expect([theirs.status, ours.status]).toEqual([200, 200])

    const { status, body, text } = await list(
      listVendorShippingOptions,
      'fields=%2Bservice_zone.fulfillment_set.location.id,*rules',
    )

    expect(status).toBe(200)
    expect(body.shipping_options.map(({ id }: { id: string }) => id)).toEqual([
      ids.shipping_option,
      ids.express_shipping_option,
      ids.shipping_option_without_price,
      seededShippingOptions[3]!.id,
      ours.body.shipping_option.id,
    ])
    expect(body.shipping_options[0]).toMatchObject({
      service_zone: { fulfillment_set: { location: { id: ids.stock_location } } },
      prices: [{ id: seededId('price', 100) }, {}, {}],
    })
    expect(text).not.toContain('seller_id')
    expect((await list(listVendorShippingOptions, '', ids.foreign_seller)).body).toMatchObject({
      count: 2,
      shipping_options: [{ id: ids.foreign_shipping_option }, { id: theirs.body.shipping_option.id }],
    })
    const elsewhere = `stock_location_id=${ids.foreign_stock_location}`
    expect((await list(listVendorShippingOptions, elsewhere)).body.count).toBe(0)
    expect((await list(listVendorShippingOptions, `stock_location_id=${ids.stock_location}`)).body.count).toBe(4)
    expect((await list(listVendorShippingOptions, '', 'sel_new')).body).toMatchObject({ shipping_options: [], count: 0 })
    expect((await service.send(listVendorShippingOptions, { actor: ADMIN })).status).toBe(401)
  })
})
