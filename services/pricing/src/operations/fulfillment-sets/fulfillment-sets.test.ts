import {
  createServiceZone,
  createStockLocation,
  createStockLocationFulfillmentSet,
  deleteFulfillmentSet,
  deleteServiceZone,
  getServiceZone,
  getStockLocation,
  updateServiceZone,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
const send = asAdmin(() => service)

beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

async function aSet(): Promise<{ id: string; location: string }> {
  const { id } = (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body.stock_location
  const options = { body: { name: aName('Set'), type: 'shipping' }, query: 'fields=fulfillment_sets.id' }
  const { stock_location } = (await send(createStockLocationFulfillmentSet, id, options)).body
  return { id: stock_location.fulfillment_sets[0].id, location: id }
}
const city = { country_code: 'it', city: 'some city', province_code: 'some-province' }
const ZONES = [
  { type: 'country', country_code: 'dk' },
  { type: 'province', country_code: 'fr', province_code: 'fr-idf' },
  { type: 'city', ...city },
  { type: 'zip', ...city, postal_expression: { type: 'regex', exp: '00*' } },
]
async function aZone(geo_zones: object[] = []) {
  const { id } = await aSet()
  const { body } = await send(createServiceZone, id, { body: { name: aName('Zone'), geo_zones } as never })
  return { id, zone: body.fulfillment_set.service_zones[0], set: body.fulfillment_set }
}

describe('a service zone', () => {
  it('is created with geo zones', async () => {
    const { id, zone, set } = await aZone(ZONES)
    expect(set).toMatchObject({ id, type: 'shipping', service_zones: [{ fulfillment_set_id: id, geo_zones: ZONES }] })
    expect([zone.id, zone.geo_zones[0].id]).toEqual([expect.stringMatching(/^serzo_/), expect.stringMatching(/^fgz_/)])
    const { body, etag } = await send(getServiceZone, undefined, { params: { id, zone_id: zone.id } })
    expect([etag, body.service_zone]).toMatchObject(['"2"', { id: zone.id, geo_zones: ZONES }])
  })

  it('is updated: geo zones given by id are kept, others are added and removed', async () => {
    const { id, zone } = await aZone(ZONES)
    const geo_zones = [
      { id: zone.geo_zones[0].id, type: 'country', country_code: 'us' },
      { type: 'country', country_code: 'ca' },
    ]
    const params = { id, zone_id: zone.id }
    const { body } = await send(updateServiceZone, undefined, { params, body: { name: 'Updated', geo_zones } as never })
    const [changed] = body.fulfillment_set.service_zones
    expect(changed).toMatchObject({ id: zone.id, name: 'Updated', geo_zones })
    expect(changed.geo_zones).toHaveLength(2)
    const strange = { geo_zones: [{ id: 'fgz_none', type: 'country', country_code: 'us' }] } as never
    expect(refusal(await send(updateServiceZone, undefined, { params, body: strange }))).toEqual([
      404,
      'not_found',
      'The following geo zones does not exists: fgz_none',
    ])
    const twice = { geo_zones: [geo_zones[0], { ...geo_zones[0], country_code: 'fr' }] } as never
    expect(refusal(await send(updateServiceZone, undefined, { params, body: twice }))).toEqual([
      400,
      'invalid_data',
      `Geo zone with id: ${zone.geo_zones[0].id} is named more than once`,
    ])
    const again = await send(updateServiceZone, undefined, { params, body: { name: 'Updated' } })
    expect(again.etag).toBe('"3"')
  })

  it('is deleted, with its fulfillment set as it was as parent in the answer', async () => {
    const { id, zone } = await aZone()
    const params = { id, zone_id: zone.id }
    const { body } = await send(deleteServiceZone, undefined, { params })
    const parent = { id, service_zones: [{ id: zone.id }] }
    expect(body).toMatchObject({ id: zone.id, object: 'service_zone', deleted: true, parent })
    expect((await service.deps.fulfillmentSets.get(id, Date.now() + 5000)).record.service_zones).toEqual([])
    expect(refusal(await send(getServiceZone, undefined, { params }))).toEqual([
      404,
      'not_found',
      `Service zone with id: ${zone.id} not found`,
    ])
    const missing = [404, 'not_found', `Service zone with id: ${zone.id} not found on fulfillment set`]
    expect(refusal(await send(deleteServiceZone, undefined, { params }))).toEqual(missing)
    expect(refusal(await send(updateServiceZone, undefined, { params, body: {} }))).toEqual(missing)
    expect(refusal(await send(deleteServiceZone, undefined, { params: { id: 'foo', zone_id: 'bar' } }))).toEqual([
      404,
      'not_found',
      'FulfillmentSet with id: foo was not found',
    ])
  })

  it('has a unique name, even with concurrent requests', async () => {
    const sets = await Promise.all([aSet(), aSet(), aSet()])
    const name = aName('Zone')
    const answers = await Promise.all([...sets, ...sets].map(({ id }) => send(createServiceZone, id, { body: { name } })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.find(({ status }) => status !== 200)!
    expect(refusal(refused)).toEqual([400, 'invalid_data', `Service zone with name: ${name}, already exists.`])
  })

  it.each([
    [{ country_code: 'it' }, "Field 'geo_zones, 1, type' is required"],
    [{ type: 'country' }, "Field 'geo_zones, 1, country_code' is required"],
    [{ type: 'region', country_code: 'it' }, "Field 'geo_zones, 1, type' is required"],
    [{ type: 'zip', country_code: 'it', province_code: 'it-rm' }, "Field 'geo_zones, 1, type' is required"],
    [{ type: 'zip', ...city }, "Field 'geo_zones, 1, type' is required"],
    [{ type: 'country', country_code: 5 }, "Field 'geo_zones, 1, country_code' is required"],
    [{ type: 'region', ...city, postal_expression: {} }, "Field 'geo_zones, 1, type' is required"],
    [{ ...ZONES[0], country_code: 'x' }, "Field 'geo_zones, 1, country_code': must be a country code of two letters"],
    [{ ...ZONES[0], country_code: 'd1' }, "Field 'geo_zones, 1, country_code': must be a country code of two letters"],
    [{ ...ZONES[0], metadata: { $a: 1 } }, "Field 'geo_zones, 1, metadata': must not contain keys that begin with $"],
  ])('rejects the geo zone %j', async (place, text) => {
    const { id } = await aSet()
    const refused = await send(createServiceZone, id, { body: { name: 'Zone', geo_zones: [ZONES[0], place] } as never })
    expect(refusal(refused)).toEqual([400, 'invalid_data', `Invalid request: ${text}`])
  })
})

it('a deleted fulfillment set disappears from its stock location', async () => {
  const { id, location } = await aSet()
  expect((await send(deleteFulfillmentSet, id)).body).toEqual({ id, object: 'fulfillment_set', deleted: true })
  const { body } = await send(getStockLocation, location, { query: 'fields=*fulfillment_sets' })
  expect(body.stock_location.fulfillment_sets).toEqual([])
  expect(refusal(await send(createServiceZone, id, { body: { name: aName('Zone') } }))).toEqual([
    404,
    'not_found',
    `You tried to set relationship fulfillment_set_id: ${id}, but such entity does not exist`,
  ])
})
