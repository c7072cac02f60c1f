import { setTimeout } from 'node:timers/promises'
import {
  createStockLocation,
  createVendorStockLocation,
  createVendorStockLocationFulfillmentSet,
  deleteStockLocation,
  deleteVendorStockLocation,
  getStockLocation,
  getVendorStockLocation,
  manageVendorStockLocationFulfillmentProviders,
  manageVendorStockLocationSalesChannels,
  type Operation,
  updateVendorStockLocation,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { FORBIDDEN, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededFulfillmentSet, seededStockLocation } from '../../../../../tools/seed/shipping.ts'
import { STOREFRONT } from '../../../test/actors.ts'
import { ADMIN, aName, asAdmin } from '../../../test/as-admin.ts'
import { asSeller } from '../../../test/as-seller.ts'
import { records } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'
import { createFulfillmentSetStore } from '../../stores/fulfillment-sets.ts'

let service: PricingUnderTest
const admin = asAdmin(() => service)
const { send, aLocation, aSet } = asSeller(() => service)
const address = { address_1: 'Quay 1', country_code: 'de' }
const set = (name = aName('Set')) => ({ body: { name, type: 'shipping' } })

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, records)
})
afterAll(() => service.stop())

describe('a stock location of a seller', () => {
  it('is created, publishes an event, and is visible to the seller and to administrators', async () => {
    const body = { name: ' Shed ', address, metadata: { gate: 7 } }
    const { status, body: answer, text, etag } = await send(createVendorStockLocation, undefined, { body, query: 'limit=1' })

    const { id } = answer.stock_location
    expect({ status, etag }).toEqual({ status: 201, etag: expect.stringMatching(/^"1-/) })
    expect(answer.stock_location).toMatchObject({
      ...{ name: 'Shed', metadata: { gate: 7 }, fulfillment_sets: [], fulfillment_providers: [] },
      address: { id: expect.stringMatching(/^laddr_/), ...address, city: null },
    })
    expect(text).not.toContain('seller_id')
    expect((await send(getVendorStockLocation, id)).body).toEqual(answer)
    expect((await admin(getStockLocation, id)).body.stock_location.name).toBe('Shed')
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'stock-location.created', ids: { id } }])
  })

  it('is created once for a repeated op-id', async () => {
    const making = { op_id: mintOpId(Date.now()), body: { name: aName('Shed') } }
    const made = await Promise.all([1, 2, 3].map(() => send(createVendorStockLocation, undefined, making)))
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
  })

  it('is updated, publishes an event and respects If-Match', async () => {
    const id = await aLocation('sel_a', { address })
    const change = { body: { name: 'Barn', address: { address_1: 'Quay 2', country_code: 'dk' } } }
    const { status, body, etag } = await send(updateVendorStockLocation, id, change)
    expect({ status, etag }).toEqual({ status: 200, etag: expect.stringMatching(/^"2-/) })
    expect(body.stock_location).toMatchObject({ name: 'Barn', address: { address_1: 'Quay 2', country_code: 'dk' } })
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'stock-location.updated' }])
    expect((await send(updateVendorStockLocation, id, { body: { name: 'x' }, if_match: '"1"' })).status).toBe(412)
    expect(refusal(await send(updateVendorStockLocation, id, { body: { address_id: 'laddr_none' } }))).toEqual([
      404,
      'not_found',
      'You tried to set relationship address_id: laddr_none, but such entity does not exist',
    ])
  })

  it.each([
    [{}, "Invalid request: Field 'name' is required"],
    [{ name: 'a', seller_id: 'sel_b' }, "Invalid request: Unrecognized fields: 'seller_id'"],
    [{ name: 'a', address: { country_code: 'de' } }, "Invalid request: Field 'address, address_1' is required"],
  ])('is not created from %j', async (body, text) => {
    expect(refusal(await send(createVendorStockLocation, undefined, { body: body as never }))).toEqual([
      400,
      'invalid_data',
      text,
    ])
  })

  it('is linked to sales channels and fulfillment providers completely or not at all', async () => {
    const id = await aLocation()
    const query = 'fields=sales_channels.id,fulfillment_providers.id'
    await send(manageVendorStockLocationSalesChannels, id, { body: { add: ['sc_1'] } })
    const linked = await send(manageVendorStockLocationFulfillmentProviders, id, { body: { add: ['manual_manual'] }, query })
    expect(linked.body.stock_location).toMatchObject({
      sales_channels: [{ id: 'sc_1' }],
      fulfillment_providers: [{ id: 'manual_manual' }],
    })
    const none = { body: { add: ['none'], remove: ['sc_1', 'manual_manual'] } }
    expect(refusal(await send(manageVendorStockLocationSalesChannels, id, none))).toEqual([
      404,
      'not_found',
      'Sales channels with ids: none was not found',
    ])
    expect(refusal(await send(manageVendorStockLocationFulfillmentProviders, id, none))).toEqual([
      404,
      'not_found',
      'Fulfillment providers with ids: none was not found',
    ])
    await send(manageVendorStockLocationFulfillmentProviders, id, { body: { remove: ['manual_manual'] } })
    const less = await send(manageVendorStockLocationSalesChannels, id, { body: { remove: ['sc_1'] }, query })
    expect(less.body.stock_location).toEqual({ id, sales_channels: [], fulfillment_providers: [] })
    expect((await send(manageVendorStockLocationSalesChannels, id, { body: { foo: [] } as never })).status).toBe(400)
  })

  it('is deleted with its fulfillment sets, whose names become available again', async () => {
    const { location, set: id } = await aSet('sel_a', 'From the shed')
    const deleted = await send(deleteVendorStockLocation, location)
    expect(deleted).toMatchObject({ status: 200, body: { id: location, object: 'stock_location', deleted: true } })
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'fulfillment-set.deleted' }])
    expect(refusal(await send(deleteVendorStockLocation, location))).toEqual(FORBIDDEN)
    await aSet('sel_a', 'From the shed')
  })

  it('answers 403 once deleted, and repeating an interrupted deletion removes the remaining fulfillment sets', async () => {
    const { location, set: id } = await aSet('sel_a', 'Left behind')
    const cut = vi.spyOn(service.deps.fulfillmentSets, 'remove').mockRejectedValueOnce(new Error('cut'))
    expect((await send(deleteVendorStockLocation, location)).status).toBe(500)
    cut.mockRestore()
    const living = () => service.db.collection('fulfillment_sets').countDocuments({ location_id: location, deleted_at: null })

    expect(refusal(await send(deleteVendorStockLocation, location, {}, 'sel_b'))).toEqual(FORBIDDEN)
    expect(await living()).toBe(1)
    expect(refusal(await send(deleteVendorStockLocation, location))).toEqual(FORBIDDEN)
    expect(await living()).toBe(0)
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'fulfillment-set.deleted' }])
    await aSet('sel_a', 'Left behind')
  })

  it('cannot be changed by other sellers', async () => {
    const shop = (await admin(createStockLocation, undefined, { body: { name: aName('Hub') } })).body.stock_location.id
    const gone = await aLocation()
    await admin(deleteStockLocation, gone)
    const writes: [Operation, object?][] = [
      [updateVendorStockLocation, { name: 'Mine' }],
      [deleteVendorStockLocation],
      [manageVendorStockLocationSalesChannels, { add: ['sc_none'] }],
      [manageVendorStockLocationFulfillmentProviders, { add: ['none'] }],
      [createVendorStockLocationFulfillmentSet, set().body],
    ]
    const theirs = await aLocation('sel_b')
    for (const [operation, body] of writes) {
      for (const id of [theirs, shop, gone, 'sloc_none'])
        expect(refusal(await send(operation, id, body && { body: body as never })), `${operation.name} ${id}`).toEqual(FORBIDDEN)
      for (const actor of [ADMIN, STOREFRONT])
        expect((await service.send(operation, { actor, params: { id: theirs } as never, body: body as never })).status).toBe(401)
    }
    expect((await send(getVendorStockLocation, theirs, {}, 'sel_b')).etag).toMatch(/^"1-/)
  })

  it('is limited to 50 per seller', async () => {
    const many = (count: number, seller_id: string) =>
      insertMissing(service.db, {
        stock_locations: Array.from({ length: count }, (_, n) => ({
          ...seededStockLocation,
          id: `sloc_${seller_id}_${n}`,
          seller_id,
          deleted_at: n === 49 ? '2026-01-01T00:00:00.000Z' : null,
        })),
      })
    await many(50, 'sel_many')
    const making = { op_id: mintOpId(Date.now()), body: { name: 'The last' } }
    expect((await send(createVendorStockLocation, undefined, making, 'sel_many')).status).toBe(201)
    expect(refusal(await send(createVendorStockLocation, undefined, { body: { name: 'x' } }, 'sel_many'))).toEqual([
      400,
      'not_allowed',
      'A seller can have 50 stock locations at most',
    ])
    expect((await send(createVendorStockLocation, undefined, making, 'sel_many')).status).toBe(201)
    expect((await admin(createStockLocation, undefined, { body: { name: 'Another' } })).status).toBe(200)
  })

  it('is limited by the total size of the seller’s stock locations', async () => {
    const large = { ...seededStockLocation, seller_id: 'sel_large', metadata: { a: 'x'.repeat(510 * 1024) } }
    await insertMissing(service.db, { stock_locations: [{ ...large, id: 'sloc_large' }] })
    const refused = [400, 'invalid_data', 'The stock locations of a seller hold at most 512 KiB as JSON, all of them together']
    const metadata = { a: 'x'.repeat(5000) }
    const create = (body: object) =>
      send(createVendorStockLocation, undefined, { body: { name: aName('Location'), ...body } as never }, 'sel_large')
    expect(refusal(await create({ metadata }))).toEqual(refused)
    const { id } = (await create({})).body.stock_location
    expect(refusal(await send(updateVendorStockLocation, id, { body: { metadata } as never }, 'sel_large'))).toEqual(refused)
  })
})

describe('a fulfillment set of a seller', () => {
  it('has a name that is unique per seller, even with concurrent requests', async () => {
    const name = aName('Shipping')
    const [{ location }] = [await aSet('sel_a', name), await aSet('sel_b', name)]
    const hub = (await admin(createStockLocation, undefined, { body: { name: aName('Hub') } })).body.stock_location.id
    expect((await admin(createVendorStockLocationFulfillmentSet as never, hub, set(name))).status).toBe(401)
    const another = await aLocation()
    const taken = [400, 'invalid_data', `Fulfillment set with name: ${name}, already exists.`]
    for (const id of [location, another])
      expect(refusal(await send(createVendorStockLocationFulfillmentSet, id, set(name)))).toEqual(taken)

    const wanted = aName('Shipping')
    const answers = await Promise.all(
      [location, another, location, another].map((id) => send(createVendorStockLocationFulfillmentSet, id, set(wanted))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is deleted with its location even when it is created concurrently', async () => {
    for (let round = 0; round < 60; round++) {
      const location = await aLocation()
      const name = aName('Set')
      const [made, deleted] = await Promise.all([
        send(createVendorStockLocationFulfillmentSet, location, set(name)),
        setTimeout(round / 10).then(() => send(deleteVendorStockLocation, location)),
      ])
      expect([made.status, deleted.status]).toEqual([expect.toBeOneOf([200, 403]), 200])
      const living = await service.db.collection('fulfillment_sets').countDocuments({ name, deleted_at: null })
      expect(living).toBe(0)
    }
  })

  it('is limited to 50 per seller across all locations', async () => {
    const location = await aLocation('sel_sets')
    const fulfillment_sets = Array.from({ length: 50 }, (_, n) => ({
      ...seededFulfillmentSet,
      ...{ id: `fuset_many_${n}`, name: `Set ${n}`, service_zones: [], seller_id: 'sel_sets', location_id: 'sloc_else' },
    }))
    await insertMissing(service.db, { fulfillment_sets })
    expect(refusal(await send(createVendorStockLocationFulfillmentSet, location, set(), 'sel_sets'))).toEqual([
      400,
      'not_allowed',
      'A seller can have 50 fulfillment sets at most',
    ])
  })

  it('stored without a seller id is assigned to the owner of its location when the service starts', async () => {
    const location = await aLocation('sel_old')
    const collection = service.db.collection<{ _id: string }>('fulfillment_sets')
    const old = [location, 'sloc_none'].map((location_id, n) => ({
      ...seededFulfillmentSet,
      ...{ id: `fuset_old_${n}`, name: `Old ${n}`, service_zones: [], location_id },
    }))
    await insertMissing(service.db, { fulfillment_sets: old })
    await collection.updateMany({ _id: { $in: old.map(({ id }) => id) } }, { $unset: { seller_id: '' } })
    await collection.createIndex({ name: 1 }, { name: 'one_per_name' })

    await createFulfillmentSetStore(service.db).ensureIndexes()

    const owners = await collection
      .find({ _id: /^fuset_old_/ as never })
      .sort({ _id: 1 })
      .toArray()
    expect(owners).toMatchObject([
      { seller_id: 'sel_old', revision: 2 },
      { seller_id: null, revision: 2 },
    ])
    expect((await collection.indexes()).map(({ name }) => name)).not.toContain('one_per_name')
  })

  it('stored with a name its seller already uses does not prevent the start, but logs a warning', async () => {
    const { location } = await aSet('sel_twice', 'Twice')
    const collection = service.db.collection<{ _id: string }>('fulfillment_sets')
    const old = ['Twice', 'Once'].map((name) => ({
      ...seededFulfillmentSet,
      ...{ id: `fuset_${name}`, name, service_zones: [], location_id: location, seller_id: name },
    }))
    await insertMissing(service.db, { fulfillment_sets: old })
    await collection.updateMany({ _id: { $in: old.map(({ id }) => id) } }, { $unset: { seller_id: '' } })

    const warn = vi.fn()
    await createFulfillmentSetStore(service.db, undefined, { warn }).ensureIndexes()

    const adopted = await collection.find({ seller_id: 'sel_twice' as never }).toArray()
    expect(adopted.map((one) => (one as { name?: string }).name).sort()).toEqual(['Once', 'Twice'])
    expect(warn.mock.calls).toEqual([[{ fulfillment_set: 'fuset_Twice', set_name: 'Twice' }, expect.any(String)]])
  })
})
