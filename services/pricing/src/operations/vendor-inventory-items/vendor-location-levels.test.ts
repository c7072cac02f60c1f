import {
  batchVendorItemLocationLevels,
  batchVendorLocationLevels,
  createInventoryItem,
  createStockLocation,
  createVariantInventoryItem,
  deleteInventoryItem,
  getInventoryItem,
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
/** An item of the seller's, so much of it at the seller's location and at the other seller's. */
async function anItem(stocked_quantity = 5): Promise<string> {
  const location_levels = [HERE, THEIRS].map((location_id) => ({ location_id, stocked_quantity }))
  const { id } = (await admin(createInventoryItem, { body: { title: `Item ${++made}`, location_levels } })).inventory_item
  const params = { id: ids.second_product, variant_id: ids.third_variant }
  await admin(createVariantInventoryItem, { params, body: { inventory_item_id: id, required_quantity: 1 } })
  return id
}
/** Another location of the seller's. */
async function aLocation(): Promise<string> {
  const { id } = (await admin(createStockLocation, { body: { name: `Store ${++made}` } })).stock_location
  await service.db.collection<{ _id: string }>('stock_locations').updateOne({ _id: id }, { $set: { seller_id: ids.seller } })
  return id
}
const levels = async (id: string): Promise<{ id: string; location_id: string; stocked_quantity: number }[]> =>
  (await admin(getInventoryItem, { params: { id } })).inventory_item.location_levels
const stockedAt = async (id: string) => (await levels(id)).map((level) => [level.location_id, level.stocked_quantity])
const levelAt = async (id: string, location_id: string) =>
  (await levels(id)).find((level) => level.location_id === location_id)!.id

describe('update-vendor-location-level', () => {
  const say = (id: string, location_id: string, body: object, options: object = {}) =>
    send(updateVendorLocationLevel, { params: { id, location_id }, body, ...options })

  it('says how much there is at a location of the seller’s, and tells of it', async () => {
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

  it('refuses items and locations of others like those that are not there', async () => {
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

describe('batch-vendor-item-location-levels', () => {
  const change = (id: string, body: object, options: object = {}) =>
    send(batchVendorItemLocationLevels, { params: { id }, body, ...options })

  it('adds, changes and removes levels at locations of the seller’s, once', async () => {
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

  it('follows the path, and takes what panels say of the item and of reservations without effect', async () => {
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

  it('is refused as a whole for what is another’s', async () => {
    const id = await anItem()
    const foreign = await levelAt(ids.foreign_inventory_item, THEIRS)
    for (const body of [
      { update: [{ location_id: HERE, stocked_quantity: 9 }], create: [{ location_id: 'sloc_none' }] },
      { update: [{ location_id: THEIRS, stocked_quantity: 9 }] },
      { delete: [await levelAt(id, THEIRS)], force: true },
      { delete: [foreign], force: true },
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

  it('changes several items', async () => {
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

  it('is refused before anything is changed where one of them is another’s', async () => {
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
