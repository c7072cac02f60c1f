import {
  createShippingProfile,
  createVendorServiceZone,
  createVendorShippingOption,
  deleteVendorFulfillmentSet,
  deleteVendorServiceZone,
  getServiceZone,
  getVendorShippingOption,
  getVendorStockLocation,
  type Operation,
  updateVendorServiceZone,
} from '@souk/contracts'
import { FORBIDDEN, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { STOREFRONT } from '../../../test/actors.ts'
import { ADMIN, aName, asAdmin } from '../../../test/as-admin.ts'
import { asSeller } from '../../../test/as-seller.ts'
import { records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let profile: string
const admin = asAdmin(() => service)
const { send, aSet, aPlace } = asSeller(() => service)
const country = (country_code = 'de') => ({ type: 'country', country_code })

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, records)
  const body = { name: aName('Profile'), type: 'default' }
  profile = (await admin(createShippingProfile, undefined, { body })).body.shipping_profile.id
})
afterAll(() => service.stop())

const zoned = (id: string, body: object = {}, seller = 'sel_a') =>
  send(createVendorServiceZone, id, { body: { name: aName('Zone'), ...body } as never }, seller)
const changed = (id: string, zone_id: string, body: object, options: object = {}, seller = 'sel_a') =>
  send(updateVendorServiceZone, undefined, { params: { id, zone_id }, body: body as never, ...options }, seller)
const removed = (id: string, zone_id: string, seller = 'sel_a') =>
  send(deleteVendorServiceZone, undefined, { params: { id, zone_id } }, seller)

async function anOption(service_zone_id: string): Promise<string> {
  const answer = await send(createVendorShippingOption, undefined, {
    body: {
      ...{ name: aName('Option'), service_zone_id, shipping_profile_id: profile, provider_id: 'manual_manual' },
      ...{ type: { label: 'Slow', code: 'slow' }, prices: [{ currency_code: 'eur', amount: 5 }] },
    } as never,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.shipping_option.id
}

describe('a service zone of a seller', () => {
  it('is created, updated and deleted, and publishes an event', async () => {
    const { set: id } = await aSet()
    const made = await zoned(id, { name: 'Around', geo_zones: [country(), country('dk')] })
    expect(made).toMatchObject({
      status: 200,
      etag: '"2"',
      body: { fulfillment_set: { id, service_zones: [{ name: 'Around', geo_zones: [country(), country('dk')] }] } },
    })
    expect(made.text).not.toContain('seller_id')
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'fulfillment-set.updated' }])

    const [zone] = made.body.fulfillment_set.service_zones
    const kept = { ...country('se'), id: zone.geo_zones[0].id }
    const next = await changed(id, zone.id, { geo_zones: [kept] }, { query: 'fields=service_zones.geo_zones.country_code' })
    expect(next.body.fulfillment_set.service_zones[0].geo_zones).toMatchObject([{ country_code: 'se' }])
    expect(refusal(await changed(id, zone.id, { geo_zones: [{ ...kept, id: 'fgz_none' }] }))).toEqual([
      404,
      'not_found',
      'The following geo zones does not exists: fgz_none',
    ])
    expect((await changed(id, zone.id, { name: 'x' }, { if_match: '"1"' })).status).toBe(412)

    expect(await removed(id, zone.id)).toMatchObject({
      status: 200,
      etag: '"4"',
      body: { id: zone.id, object: 'service_zone', deleted: true },
    })
    expect((await admin(getServiceZone, undefined, { params: { id, zone_id: zone.id } })).status).toBe(404)
    expect(refusal(await removed(id, zone.id))).toEqual(FORBIDDEN)
  })

  it('has a name that is unique per seller, even with concurrent requests', async () => {
    const [one, two, theirs] = [await aSet(), await aSet(), await aSet('sel_b')]
    const name = aName('Zone')
    const answers = await Promise.all([one.set, two.set, one.set, two.set].map((id) => zoned(id, { name })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const taken = [400, 'invalid_data', `Service zone with name: ${name}, already exists.`]
    expect(refusal(answers.find(({ status }) => status !== 200)!)).toEqual(taken)
    expect((await zoned(theirs.set, { name }, 'sel_b')).status).toBe(200)
    const other = (await zoned(two.set)).body.fulfillment_set.service_zones.at(-1)!.id
    expect(refusal(await changed(two.set, other, { name }))).toEqual(taken)
  })

  it('is deleted together with its shipping options', async () => {
    const { set, zone } = await aPlace()
    const option = await anOption(zone)
    await removed(set, zone)
    expect(refusal(await send(getVendorShippingOption, option))).toEqual(FORBIDDEN)
    expect(await service.eventsOf(option, 2)).toMatchObject([{}, { type: 'shipping-option.deleted' }])
  })

  it('answers 403 once deleted, and repeating an interrupted deletion removes the remaining shipping options', async () => {
    const [{ set, zone }, theirs] = [await aPlace(), await aPlace('sel_b')]
    const option = await anOption(zone)
    const cut = vi.spyOn(service.deps.shippingOptions, 'remove').mockRejectedValueOnce(new Error('cut'))
    expect((await removed(set, zone)).status).toBe(500)
    cut.mockRestore()

    expect(refusal(await removed(theirs.set, zone, 'sel_b'))).toEqual(FORBIDDEN)
    expect((await send(getVendorShippingOption, option)).status).toBe(200)
    expect(refusal(await removed(set, zone))).toEqual(FORBIDDEN)
    expect(refusal(await send(getVendorShippingOption, option))).toEqual(FORBIDDEN)
  })

  it('keeps its shipping options when its deletion names another set', async () => {
    const [{ zone }, other] = [await aPlace(), await aPlace()]
    const option = await anOption(zone)
    expect(refusal(await removed(other.set, zone))).toEqual(FORBIDDEN)
    expect((await send(getVendorShippingOption, option)).status).toBe(200)
  })

  it.each([
    [{ geo_zones: [] }, "Invalid request: Field 'name' is required"],
    [{ name: 'a', seller_id: 'sel_b' }, "Invalid request: Unrecognized fields: 'seller_id'"],
    [{ name: 'a', geo_zones: [{ type: 'country' }] }, "Invalid request: Field 'geo_zones, 0, country_code' is required"],
  ])('is not created from %j', async (body, text) => {
    const { set } = await aSet()
    const answer = await send(createVendorServiceZone, set, { body: body as never })
    expect(refusal(answer)).toEqual([400, 'invalid_data', text])
  })

  it('is limited to 100 per set, and all sets of a seller to 512 KiB', async () => {
    const { set } = await aSet()
    const large = { geo_zones: Array.from({ length: 30 }, () => ({ ...country(), metadata: { text: 'x'.repeat(7000) } })) }
    expect((await zoned(set, large)).status).toBe(200)
    const second = await zoned(set, large)
    expect(second.status).toBe(200)
    const tooLarge = 'The fulfillment sets of a seller hold at most 512 KiB as JSON, all of them together'
    const { set: many } = await aSet()
    for (const one of [set, many]) expect(refusal(await zoned(one, large))).toEqual([400, 'invalid_data', tooLarge])
    const [zone] = second.body.fulfillment_set.service_zones
    expect(refusal(await changed(set, zone.id, { geo_zones: [...large.geo_zones, ...large.geo_zones] }))[2]).toBe(tooLarge)
    expect((await changed(set, zone.id, { geo_zones: [] })).status).toBe(200)

    for (let made = 0; made < 100; made += 10)
      await Promise.all(Array.from({ length: 10 }, async () => expect((await zoned(many)).status).toBe(200)))
    expect(refusal(await zoned(many))).toEqual([
      400,
      'invalid_data',
      'A fulfillment set of a seller has at most 100 service zones',
    ])
  })
})

describe('a fulfillment set of a seller', () => {
  it('is deleted with its service zones and their shipping options, and disappears from its location', async () => {
    const { location, set, zone } = await aPlace()
    const option = await anOption(zone)
    expect(await send(deleteVendorFulfillmentSet, set)).toMatchObject({
      status: 200,
      body: { id: set, object: 'fulfillment_set', deleted: true },
    })
    expect((await send(getVendorStockLocation, location)).body.stock_location.fulfillment_sets).toEqual([])
    expect(refusal(await send(getVendorShippingOption, option))).toEqual(FORBIDDEN)
    expect(refusal(await send(deleteVendorFulfillmentSet, set))).toEqual(FORBIDDEN)
  })

  it('answers 403 once deleted, and repeating an interrupted deletion removes the remaining shipping options', async () => {
    const { location, set, zone } = await aPlace()
    const options = [await anOption(zone), await anOption(zone)]
    const cut = vi.spyOn(service.deps.shippingOptions, 'remove').mockRejectedValue(new Error('cut'))
    expect((await send(deleteVendorFulfillmentSet, set)).status).toBe(500)
    cut.mockRestore()
    const left = () => Promise.all(options.map(async (id) => (await send(getVendorShippingOption, id)).status))

    expect(refusal(await send(deleteVendorFulfillmentSet, set, {}, 'sel_b'))).toEqual(FORBIDDEN)
    expect(await left()).toEqual([200, 200])
    expect(refusal(await send(deleteVendorFulfillmentSet, set))).toEqual(FORBIDDEN)
    expect(await left()).toEqual([403, 403])
    expect((await send(getVendorStockLocation, location)).status).toBe(200)
  })

  it('cannot be changed by other sellers, nor can its service zones', async () => {
    const own = await aPlace()
    const theirs = await aPlace('sel_b')
    const gone = await aSet()
    await send(deleteVendorFulfillmentSet, gone.set)
    for (const id of [theirs.set, gone.set, 'fuset_none']) {
      expect(refusal(await send(deleteVendorFulfillmentSet, id))).toEqual(FORBIDDEN)
      expect(refusal(await zoned(id))).toEqual(FORBIDDEN)
      for (const zone of [theirs.zone, own.zone, 'serzo_none']) {
        expect(refusal(await changed(id, zone, { name: 'Mine' }))).toEqual(FORBIDDEN)
        expect(refusal(await removed(id, zone))).toEqual(FORBIDDEN)
      }
    }
    for (const zone of [theirs.zone, 'serzo_none']) {
      expect(refusal(await changed(own.set, zone, { name: 'Mine' }))).toEqual(FORBIDDEN)
      expect(refusal(await removed(own.set, zone))).toEqual(FORBIDDEN)
    }
    const zones: [Operation, object?][] = [[createVendorServiceZone, { name: 'a' }], [deleteVendorFulfillmentSet]]
    for (const [operation, body] of zones)
      for (const actor of [ADMIN, STOREFRONT])
        expect((await service.send(operation, { actor, params: { id: own.set } as never, body: body as never })).status).toBe(401)
    const { body } = await admin(getServiceZone, undefined, { params: { id: theirs.set, zone_id: theirs.zone } })
    expect(body.service_zone.name).not.toBe('Mine')
  })
})
