import {
  batchVendorItemLocationLevels,
  batchVendorLocationLevels,
  createInventoryItem,
  createReservation,
  createStockLocation,
  createVariantInventoryItem,
  deleteInventoryItem,
  deleteVendorLocationLevel,
  getInventoryItem,
  getVendorLocationLevel,
  type Operation,
  updateVendorLocationLevel,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import type { CallOptions } from '@souk/runtime/testing'
import { FORBIDDEN, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { seedPricing } from '../../../../../tools/seed/pricing.ts'
import { ADMIN } from '../../../test/actors.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  await seedPricing(service.db)
})
afterAll(() => service.stop())

const [HERE, THEIRS] = [ids.stock_location, ids.foreign_stock_location]
const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: memberOf(ids.seller), ...options })
const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.call(operation, { actor: ADMIN, ...options })

let made = 0
/** An item of the seller, with this quantity at the seller's location and at another seller's. */
async function anItem(stocked_quantity = 5): Promise<string> {
  const location_levels = [HERE, THEIRS].map((location_id) => ({ location_id, stocked_quantity }))
  const { id } = (await admin(createInventoryItem, { body: { title: `Item ${++made}`, location_levels } })).inventory_item
  const params = { id: ids.second_product, variant_id: ids.third_variant }
  await admin(createVariantInventoryItem, { params, body: { inventory_item_id: id, required_quantity: 1 } })
  return id
}
/** Another location of the seller. */
async function aLocation(): Promise<string> {
  const { id } = (await admin(createStockLocation, { body: { name: `Store ${++made}` } })).stock_location
  await service.db.collection<{ _id: string }>('stock_locations').updateOne({ _id: id }, { $set: { seller_id: ids.seller } })
  return id
}
const noLevel = (id: string, location_id: string) => [
  ...[404, 'not_found', `Inventory Level for Item ${id} at Location ${location_id} not found`],
]
const levels = async (id: string): Promise<{ id: string; location_id: string; stocked_quantity: number }[]> =>
  (await admin(getInventoryItem, { params: { id } })).inventory_item.location_levels
const stockedAt = async (id: string) => (await levels(id)).map((level) => [level.location_id, level.stocked_quantity])
const levelAt = async (id: string, location_id: string) =>
  (await levels(id)).find((level) => level.location_id === location_id)!.id

describe('update-vendor-location-level', () => {
  const say = (id: string, location_id: string, body: object, options: object = {}) =>
    send(updateVendorLocationLevel, { params: { id, location_id }, body, ...options })

  it('updates the quantities at a location of the seller, ignores a reserved quantity, and respects If-Match', async () => {
    const id = await anItem()
    const { status, body, etag } = await say(id, HERE, { stocked_quantity: 8, incoming_quantity: 2 })

    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(body.location_level).toMatchObject({
      ...{ inventory_item_id: id, location_id: HERE, stocked_quantity: 8, available_quantity: 8, incoming_quantity: 2 },
      stock_locations: [{ id: HERE }],
    })
    expect(await stockedAt(id)).toEqual([
      [HERE, 8],
      [THEIRS, 5],
    ])
    const reserving = await say(id, HERE, { stocked_quantity: 8, reserved_quantity: 2.5 })
    expect(reserving.body.location_level).toMatchObject({ stocked_quantity: 8, reserved_quantity: 0 })
    expect((await say(id, HERE, { stocked_quantity: -1 })).status).toBe(400)
    expect((await say(id, HERE, { stocked_quantity: 1 }, { if_match: '"999"' })).status).toBe(412)
    const nowhere = await aLocation()
    expect((await say(id, nowhere, { stocked_quantity: 1 })).status).toBe(404)
  })

  it('returns 403 for items and locations that are unknown, deleted or of other sellers', async () => {
    const id = await anItem()
    const gone = await anItem()
    await admin(deleteInventoryItem, { params: { id: gone } })
    for (const [item, location] of [
      [id, THEIRS],
      [id, 'sloc_none'],
      [ids.foreign_inventory_item, HERE],
      [ids.foreign_inventory_item, THEIRS],
      ['iitem_none', HERE],
      [gone, HERE],
    ] as const)
      expect(refusal(await say(item, location, { stocked_quantity: 1 }))).toEqual(FORBIDDEN)
    expect((await service.send(updateVendorLocationLevel, { actor: ADMIN, params: { id, location_id: HERE } })).status).toBe(401)
    expect(await stockedAt(id)).toEqual([
      [HERE, 5],
      [THEIRS, 5],
    ])
  })
})

describe('get-vendor-location-level', () => {
  const get = (id: string, location_id: string, options: object = {}) =>
    send(getVendorLocationLevel, { params: { id, location_id }, ...options })

  it('returns the level with its location, just as the update does', async () => {
    const id = await anItem()
    const { status, body, etag } = await get(id, HERE)
    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(body.location_level).toMatchObject({
      ...{ inventory_item_id: id, location_id: HERE, stocked_quantity: 5, available_quantity: 5, reserved_quantity: 0 },
      stock_locations: [{ id: HERE }],
    })
    const said = await send(updateVendorLocationLevel, { params: { id, location_id: HERE }, body: { stocked_quantity: 5 } })
    expect(said.body).toEqual(body)
    const query = 'fields=id,stocked_quantity&limit=1'
    expect((await get(id, HERE, { query })).body.location_level).toEqual({ id: body.location_level.id, stocked_quantity: 5 })
    expect((await get(id, HERE, { query: 'foo=1' })).status).toBe(400)
  })

  it('returns 403 for items and locations that are unknown or of other sellers, and 404 without a level', async () => {
    const id = await anItem()
    const replies = [
      await get(id, THEIRS),
      await get(id, 'sloc_none'),
      await get(ids.foreign_inventory_item, THEIRS),
      await get(ids.foreign_inventory_item, HERE),
      await get('iitem_none', HERE),
      await get(id, HERE, { actor: memberOf(ids.foreign_seller) }),
    ]
    for (const reply of replies) expect(refusal(reply)).toEqual(FORBIDDEN)
    const empty = await aLocation()
    expect(refusal(await get(id, empty))).toEqual(noLevel(id, empty))
    expect((await get(id, HERE, { actor: ADMIN })).status).toBe(401)
  })
})

describe('delete-vendor-location-level', () => {
  const remove = (id: string, location_id: string, options: object = {}) =>
    send(deleteVendorLocationLevel, { params: { id, location_id }, ...options })

  it('removes the level once, and returns the item with the seller’s locations', async () => {
    const id = await anItem(0)
    const level = await levelAt(id, HERE)
    const op_id = mintOpId(Date.now())
    const query = 'fields=id,location_levels.stock_locations.id'
    const replies = await Promise.all([1, 2].map(() => remove(id, HERE, { op_id, query })))
    for (const { status, body } of replies) {
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body).toMatchObject({ object: 'inventory-level', deleted: true, parent: { id } })
      expect(body.parent.location_levels).toMatchObject([{ stock_locations: [] }])
      expect([level, HERE]).toContain(body.id) // a request after the deletion is answered with the location id
    }
    expect(replies.map(({ body }) => body.id)).toContain(level)
    expect(await stockedAt(id)).toEqual([[THEIRS, 0]])
    expect(refusal(await remove(id, HERE))).toEqual([404, 'not_found', 'Inventory Level for given parameters not found.'])
  })

  it('is rejected while the location has stock or reservations of the item', async () => {
    const id = await anItem()
    expect(refusal(await remove(id, HERE))).toEqual([
      ...[400, 'not_allowed'],
      `Cannot remove Inventory Levels for ${HERE} because there are stocked items at the locations. Use force flag to delete anyway.`,
    ])
    await admin(createReservation, { body: { inventory_item_id: id, location_id: HERE, quantity: 1 } })
    expect(refusal(await remove(id, HERE))).toEqual([
      ...[400, 'not_allowed'],
      `Cannot remove Inventory Level ${id} at Location ${HERE} because there are reservations at location`,
    ])
    expect((await remove(id, HERE, { if_match: '"999"' })).status).toBe(412)
    expect(await stockedAt(id)).toHaveLength(2)
  })

  it('returns 403 for items and locations that are unknown or of other sellers', async () => {
    const id = await anItem(0)
    const replies = [
      await remove(id, THEIRS),
      await remove(id, 'sloc_none'),
      await remove(ids.foreign_inventory_item, THEIRS),
      await remove('iitem_none', HERE),
      await remove(id, HERE, { actor: memberOf(ids.foreign_seller) }),
    ]
    for (const reply of replies) expect(refusal(reply)).toEqual(FORBIDDEN)
    expect(await stockedAt(id)).toHaveLength(2)
    expect((await remove(id, HERE, { actor: ADMIN })).status).toBe(401)
  })
})

describe('batch-vendor-item-location-levels', () => {
  const change = (id: string, body: object, options: object = {}) =>
    send(batchVendorItemLocationLevels, { params: { id }, body, ...options })

  it('creates, updates and removes levels at the seller’s locations, once for a repeated op-id', async () => {
    const id = await anItem()
    const [store, corner] = [await aLocation(), await aLocation()]
    await change(id, { create: [{ location_id: corner }] })
    const body = {
      create: [{ location_id: store, stocked_quantity: 3 }],
      update: [{ location_id: HERE, stocked_quantity: 4 }],
      delete: [await levelAt(id, corner)],
    }
    const op_id = mintOpId(Date.now())

    const replies = [await change(id, body, { op_id }), await change(id, body, { op_id })]

    for (const { status, body: answer } of replies)
      expect([status, answer]).toMatchObject([
        200,
        { created: [{ location_id: store, stocked_quantity: 3 }], updated: [{ stocked_quantity: 4 }], deleted: body.delete },
      ])
    expect(await stockedAt(id)).toEqual([
      [HERE, 4],
      [THEIRS, 5],
      [store, 3],
    ])
  })

  it('removes the level of a location, with its stock, as the panel sends it, and tells its id', async () => {
    const id = await anItem()
    const level = await levelAt(id, HERE)
    const [store, empty] = [await aLocation(), await aLocation()]
    await change(id, { create: [{ location_id: store, stocked_quantity: 2 }] })

    const moved = await change(id, { create: [{ location_id: HERE, stocked_quantity: 1 }], delete: [HERE, empty] })
    expect([moved.status, moved.body]).toMatchObject([200, { created: [{ location_id: HERE }], deleted: [level] }])
    expect(await stockedAt(id)).toEqual([
      [THEIRS, 5],
      [store, 2],
      [HERE, 1],
    ])

    expect((await change(id, { delete: [store], force: false })).status).toBe(400)
    const op_id = mintOpId(Date.now())
    for (const _ of [1, 2]) expect((await change(id, { delete: [HERE, store] }, { op_id })).status).toBe(200)
    expect(await stockedAt(id)).toEqual([[THEIRS, 5]])
  })

  it('does not remove the level of a location while something is reserved there', async () => {
    const id = await anItem()
    await admin(createReservation, { body: { inventory_item_id: id, location_id: HERE, quantity: 1 } })
    expect(refusal(await change(id, { delete: [HERE] }))).toEqual([
      ...[400, 'not_allowed'],
      `Cannot remove Inventory Levels for ${HERE} because there are reserved or incoming items at the locations`,
    ])
    expect(await stockedAt(id)).toHaveLength(2)
  })

  it('uses the item of the path, and ignores item ids and reserved quantities in the body', async () => {
    const id = await anItem()
    const store = await aLocation()
    const { status, body } = await change(id, {
      create: [{ location_id: store, stocked_quantity: 3, reserved_quantity: 0.5 }],
      update: [{ inventory_item_id: ids.foreign_inventory_item, location_id: HERE, stocked_quantity: 4 }],
    })

    expect([status, body]).toMatchObject([
      200,
      {
        created: [{ inventory_item_id: id, stocked_quantity: 3, reserved_quantity: 0 }],
        updated: [{ inventory_item_id: id, stocked_quantity: 4 }],
      },
    ])
  })

  it('returns 403 for items and locations of others, and changes nothing', async () => {
    const id = await anItem()
    const foreign = await levelAt(ids.foreign_inventory_item, THEIRS)
    for (const body of [
      { update: [{ location_id: HERE, stocked_quantity: 9 }], create: [{ location_id: 'sloc_none' }] },
      { update: [{ location_id: THEIRS, stocked_quantity: 9 }] },
      { delete: [await levelAt(id, THEIRS)], force: true },
      { delete: [foreign], force: true },
      { delete: [THEIRS] },
      { delete: [HERE, 'sloc_none'] },
    ])
      expect(refusal(await change(id, body))).toEqual(FORBIDDEN)
    expect(refusal(await change(ids.foreign_inventory_item, {}))).toEqual(FORBIDDEN)
    expect(await stockedAt(id)).toEqual([
      [HERE, 5],
      [THEIRS, 5],
    ])
  })
})

describe('batch-vendor-location-levels', () => {
  const change = (body: object) => send(batchVendorLocationLevels, { body })

  it('updates several items', async () => {
    const [one, two, store] = [await anItem(), await anItem(), await aLocation()]
    const { status, body } = await change({
      update: [{ inventory_item_id: one, location_id: HERE, stocked_quantity: 1 }],
      create: [{ inventory_item_id: two, location_id: store, stocked_quantity: 2 }],
    })

    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ created: [{ inventory_item_id: two }], updated: [{ inventory_item_id: one }] })
    expect(body).not.toHaveProperty('deleted')
    expect((await stockedAt(one))[0]).toEqual([HERE, 1])
    expect((await stockedAt(two))[2]).toEqual([store, 2])
    expect((await change({ delete: [await levelAt(two, store)], force: true })).status).toBe(200)
    expect(await stockedAt(two)).toHaveLength(2)
  })

  it('returns 403 when an item or location belongs to another seller, and changes nothing', async () => {
    const one = await anItem()
    const mine = { inventory_item_id: one, location_id: HERE, stocked_quantity: 9 }
    for (const body of [
      { update: [mine, { ...mine, inventory_item_id: ids.foreign_inventory_item }] },
      { update: [mine, { ...mine, location_id: THEIRS }] },
      { update: [mine], delete: [await levelAt(ids.foreign_inventory_item, THEIRS)], force: true },
    ])
      expect(refusal(await change(body))).toEqual(FORBIDDEN)
    expect((await stockedAt(one))[0]).toEqual([HERE, 5])
  })
})
