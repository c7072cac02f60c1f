import {
  createServiceZone,
  createStockLocation,
  createStockLocationFulfillmentSet,
  deleteStockLocation,
  getServiceZone,
  getStockLocation,
  listStockLocations,
  manageStockLocationFulfillmentProviders,
  manageStockLocationSalesChannels,
  updateStockLocation,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
const send = asAdmin(() => service)
const address = { address_1: 'Test Address', country_code: 'US' }

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, records)
})
afterAll(() => service.stop())

const created = async (body: object = {}) =>
  (await send(createStockLocation, undefined, { body: { name: aName('Location'), ...body } })).body.stock_location
const list = async (query: string) => (await send(listStockLocations, undefined, { query })).body
const idsOf = (body: { stock_locations: { id: string }[] }) => body.stock_locations.map(({ id }) => id)
const unknown = (id: string) => [404, 'not_found', `Stock location with id: ${id} was not found`]

describe('a stock location', () => {
  it('is created with its address', async () => {
    const body = { name: ' Test Location ', address: { ...address, metadata: { gate: '9' } }, metadata: { internal: 1 } }
    const location = await created(body)
    expect(location).toEqual({
      id: expect.stringMatching(/^sloc_/),
      name: 'Test Location',
      metadata: { internal: 1 },
      created_at: location.created_at,
      updated_at: location.created_at,
      address: {
        id: expect.stringMatching(/^laddr_/),
        ...address,
        address_2: null,
        city: null,
        phone: null,
        province: null,
        postal_code: null,
        metadata: { gate: '9' },
      },
    })
    expect((await send(getStockLocation, location.id)).body.stock_location).toEqual(location)
    expect((await created()).address).toBeNull()
  })

  it('keeps the id of its address when the address is updated', async () => {
    const { id, address: first } = await created({ address })
    const changed = { name: 'new name', address: { address_1: 'test', country_code: 'dk' } }
    const { body, etag } = await send(updateStockLocation, id, { body: changed })
    expect([etag, body.stock_location]).toMatchObject(['"2"', { name: 'new name', address: { id: first.id, address_1: 'test' } }])
    const gone = await send(updateStockLocation, id, { body: { address_id: null } })
    expect(gone.body.stock_location.address).toBeNull()
    const added = await send(updateStockLocation, id, { body: { address } })
    expect(added.body.stock_location.address.address_1).toBe('Test Address')
    expect(refusal(await send(updateStockLocation, id, { body: { address_id: 'laddr_none' } }))).toEqual([
      404,
      'not_found',
      'You tried to set relationship address_id: laddr_none, but such entity does not exist',
    ])
    expect((await send(updateStockLocation, id, { body: {}, if_match: '"1"' })).status).toBe(412)
  })

  it('keeps absent fields when the address is updated', async () => {
    const own = { ...address, city: 'Odense', metadata: { gate: 7, door: 'a' } }
    const { id, address: before } = await created({ address: own })
    const named = { address_1: 'test', country_code: 'dk', metadata: { door: '', floor: 2 } }
    const change = { body: { address: named }, query: 'fields=*address' }
    const { body } = await send(updateStockLocation, id, change)
    const { updated_at, ...shown } = body.stock_location.address
    expect(shown).toMatchObject({ ...before, address_1: 'test', country_code: 'dk', metadata: { gate: 7, floor: 2 } })
    expect(shown).toMatchObject({ city: 'Odense', address_2: before.address_2 })
    const emptied = { body: { address: { ...named, city: null, metadata: null } } }
    expect((await send(updateStockLocation, id, emptied)).body.stock_location.address).toMatchObject({
      city: null,
      metadata: null,
    })
  })

  it('is deleted with its fulfillment sets, and then returns 404', async () => {
    const { id } = await created()
    const set = { body: { name: aName('Set'), type: 'shipping' }, query: 'fields=id,*fulfillment_sets' }
    const { fulfillment_sets } = (await send(createStockLocationFulfillmentSet, id, set)).body.stock_location
    const zone = await send(createServiceZone, fulfillment_sets[0].id, { body: { name: aName('Zone') } })
    const params = { id: fulfillment_sets[0].id, zone_id: zone.body.fulfillment_set.service_zones[0].id }
    expect((await send(getServiceZone, undefined, { params })).status).toBe(200)

    expect((await send(deleteStockLocation, id)).body).toEqual({ id, object: 'stock_location', deleted: true })
    expect(refusal(await send(getStockLocation, id))).toEqual(unknown(id))
    expect((await send(getServiceZone, undefined, { params })).status).toBe(404)
    expect((await send(deleteStockLocation, id)).status).toBe(200)
    expect((await send(createStockLocationFulfillmentSet, id, set)).status).toBe(404)
  })

  it('gets a fulfillment set once for concurrent requests with the same name', async () => {
    const { id } = await created()
    const name = aName('Set')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(createStockLocationFulfillmentSet, id, { body: { name, type: 'shipping' } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.find(({ status }) => status !== 200)!
    expect(refusal(refused)).toEqual([400, 'invalid_data', `Fulfillment set with name: ${name}, already exists.`])
  })

  it.each([
    [{ name: 'a', foo: 1 }, "Invalid request: Unrecognized fields: 'foo'"],
    [{}, "Invalid request: Field 'name' is required"],
    [{ name: 'a', address: { country_code: 'de' } }, "Invalid request: Field 'address, address_1' is required"],
    [
      { name: 'a', address: { address_1: 'a', country_code: '$$' } },
      "Invalid request: Field 'address, country_code': must be a country code of two letters",
    ],
  ])('is not created from %j', async (body, text) => {
    expect(refusal(await send(createStockLocation, undefined, { body }))).toEqual([400, 'invalid_data', text])
  })

  it('rejects unknown fields of a fulfillment set', async () => {
    const { id } = await created()
    const body = { name: 'Fulfillment Set', type: 'shipping', foo: 'bar' }
    expect(refusal(await send(createStockLocationFulfillmentSet, id, { body }))[2]).toBe(
      "Invalid request: Unrecognized fields: 'foo'",
    )
  })
})

describe('links of a stock location', () => {
  it('are added and removed completely or not at all', async () => {
    const { id } = await created()
    const query = 'fields=sales_channels.id,sales_channels.name'
    const added = await send(manageStockLocationSalesChannels, id, { body: { add: ['sc_1'] }, query })
    expect(added.body.stock_location.sales_channels).toEqual([{ id: 'sc_1', name: 'Web' }])
    expect(refusal(await send(manageStockLocationSalesChannels, id, { body: { add: ['sc_none'], remove: ['sc_1'] } }))).toEqual([
      404,
      'not_found',
      'Sales channels with ids: sc_none was not found',
    ])
    const removed = await send(manageStockLocationSalesChannels, id, { body: { remove: ['sc_1'] }, query })
    expect(removed.body.stock_location.sales_channels).toEqual([])
    expect((await send(manageStockLocationSalesChannels, 'sloc_none', { body: {} })).status).toBe(404)
  })

  it('must name existing fulfillment providers', async () => {
    const { id } = await created()
    const query = 'fields=*fulfillment_providers'
    const { body } = await send(manageStockLocationFulfillmentProviders, id, { body: { add: ['manual_manual'] }, query })
    expect(body.stock_location.fulfillment_providers).toMatchObject([{ id: 'manual_manual', is_enabled: true }])
    expect((await send(manageStockLocationFulfillmentProviders, id, { body: { add: ['none'] } })).status).toBe(404)
    const less = await send(manageStockLocationFulfillmentProviders, id, { body: { remove: ['manual_manual'] }, query })
    expect(less.body.stock_location.fulfillment_providers).toEqual([])
  })
})

describe('list-stock-locations', () => {
  it('paginates, filters and searches, oldest first', async () => {
    const [one, two] = [await created({ name: 'Quay Location 1' }), await created({ name: 'Quay Location 2' })]
    expect(await list('q=quay')).toMatchObject({ count: 2, offset: 0, limit: 20, stock_locations: [one, two] })
    expect((await list('q=ation 1')).stock_locations).toContainEqual(one)
    expect(idsOf(await list('q=uay ation 1'))).toEqual([one.id])
    const address = { address_1: '1 Sail Loft', city: 'Quimper', country_code: 'FR' }
    const three = await created({ name: 'Third', address })
    expect([idsOf(await list('q=sail')), idsOf(await list('q=uimper'))]).toEqual([[three.id], [three.id]])
    expect(idsOf(await list('name=Quay Location 2'))).toEqual([two.id])
    await send(manageStockLocationSalesChannels, one.id, { body: { add: ['sc_1'] } })
    expect(idsOf(await list('sales_channel_id=sc_1'))).toEqual([one.id])
  })
})
