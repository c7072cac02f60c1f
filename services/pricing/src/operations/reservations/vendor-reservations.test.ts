import {
  claimStock,
  createInventoryItem,
  createReservation,
  createStockLocation,
  createVariantInventoryItem,
  createVendorReservation,
  deleteReservation,
  deleteVendorReservation,
  getInventoryItem,
  getReservation,
  getVendorReservation,
  listReservations,
  listVendorReservations,
  type Operation,
  updateVendorReservation,
} from '@souk/contracts'
import { mintOpId, newCommand } from '@souk/runtime'
import type { CallOptions } from '@souk/runtime/testing'
import { FORBIDDEN, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { seedPricing } from '../../../../../tools/seed/pricing.ts'
import { ADMIN } from '../../../test/actors.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let second: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
  second = await startPricing(service.servers)
  await seedPricing(service.db)
})
afterAll(async () => {
  await second.stop()
  await service.stop()
})

const [HERE, THEIRS] = [ids.stock_location, ids.foreign_stock_location]
const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: memberOf(ids.seller), ...options })
const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.call(operation, { actor: ADMIN, ...options })

let made = 0
/** Another location of the seller. */
async function aLocation(): Promise<string> {
  const { id } = (await admin(createStockLocation, { body: { name: `Shelf ${++made}` } })).stock_location
  await service.db.collection<{ _id: string }>('stock_locations').updateOne({ _id: id }, { $set: { seller_id: ids.seller } })
  return id
}
/** An item of the seller, with five units at each of these locations. */
async function anItem(locations: readonly string[] = [HERE, THEIRS]) {
  const location_levels = locations.map((location_id) => ({ location_id, stocked_quantity: 5 }))
  const item = (await admin(createInventoryItem, { body: { title: `Reserved ${++made}`, location_levels } })).inventory_item.id
  const params = { id: ids.second_product, variant_id: ids.third_variant }
  await admin(createVariantInventoryItem, { params, body: { inventory_item_id: item, required_quantity: 1 } })
  return { item, variant_id: params.variant_id }
}
/** A reservation of two units of such an item. */
async function aReservation(more: object = {}, locations?: readonly string[]) {
  const { item } = await anItem(locations)
  const body = { inventory_item_id: item, location_id: HERE, quantity: 2, ...more }
  const { status, body: answer } = await send(createVendorReservation, { body })
  expect(status, JSON.stringify(answer)).toBe(201)
  return { id: answer.reservation.id as string, item }
}
const get = (id: string, options: object = {}) => send(getVendorReservation, { params: { id }, ...options })
const update = (id: string, body: object, options: object = {}) =>
  send(updateVendorReservation, { params: { id }, body, ...options })
const remove = (id: string, options: object = {}) => send(deleteVendorReservation, { params: { id }, ...options })
/** Reserved quantities at each location of the item. */
const held = async (id: string): Promise<number[]> =>
  (await admin(getInventoryItem, { params: { id } })).inventory_item.location_levels.map((level) => level.reserved_quantity)

describe('create-vendor-reservation', () => {
  it('is unavailable for order lines while `orders` does not respond', async () => {
    const { item } = await anItem()
    const body = { inventory_item_id: item, location_id: HERE, quantity: 1, line_item_id: 'ordli_1' }
    const { status, failure } = await send(createVendorReservation, { body, tries: 1 })
    expect({ status, failure }).toEqual({ status: 503, failure: 'unavailable' })
    expect(await held(item)).toEqual([0, 0])
  })
})

describe('get-vendor-reservation', () => {
  it('returns a reservation of the seller’s item, just as the list does', async () => {
    const { id, item } = await aReservation({ description: 'For the window' })
    const { status, body, etag } = await get(id)
    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(body.reservation).toMatchObject({ id, quantity: 2, inventory_item_id: item, inventory_item: { id: item } })
    const listed = await send(listVendorReservations, { query: `id=${id}` })
    expect(listed.body.reservations).toEqual([body.reservation])
    expect((await get(id, { query: 'fields=id,quantity&limit=1&offset=2' })).body.reservation).toEqual({ id, quantity: 2 })
    expect((await get(id, { query: 'foo=1' })).status).toBe(400)
  })
})

describe('update-vendor-reservation', () => {
  it('updates quantity, location, description and metadata, and publishes events', async () => {
    const elsewhere = await aLocation()
    const { id, item } = await aReservation({}, [HERE, elsewhere])
    const changed = await update(id, { description: 'd', metadata: { a: 1 } })
    expect([changed.status, changed.etag]).toEqual([200, expect.any(String)])
    expect(changed.body.reservation).toMatchObject({ description: 'd', metadata: { a: 1 }, quantity: 2 })
    expect((await update(id, { quantity: 5 })).body.reservation).toMatchObject({ quantity: 5, description: 'd' })
    expect((await update(id, { location_id: elsewhere, quantity: 1.5 })).body.reservation).toMatchObject({ quantity: 1.5 })
    expect(await held(item)).toEqual([0, 1.5])
    const types = (await service.eventsOf(id, 4)).map(({ type }) => type)
    expect(types).toEqual(['reservation-item.created', ...Array(3).fill('reservation-item.updated')])
  })

  it('rejects excessive quantities and locations of others or without the item, and changes nothing', async () => {
    const { id, item } = await aReservation()
    const notEnough = [400, 'not_allowed', `Not enough stock available for item ${item} at location ${HERE}`]
    expect(refusal(await update(id, { quantity: 6 }))).toEqual(notEnough)
    for (const location_id of [THEIRS, 'sloc_none']) expect(refusal(await update(id, { location_id }))).toEqual(FORBIDDEN)
    const location_id = await aLocation()
    const notStocked = [404, 'not_found', `Item ${item} is not stocked at location ${location_id}`]
    expect(refusal(await update(id, { location_id }))).toEqual(notStocked)
    expect(refusal(await update(id, { quantity: 0 }))[0]).toBe(400)
    expect((await update(id, { foo: 1 })).status).toBe(400)
    expect([await held(item), (await get(id)).body.reservation.quantity]).toEqual([[2, 0], 2])
  })

  it('may keep its current location even when that belongs to another seller', async () => {
    const { id, item } = await aReservation()
    await service.call(deleteReservation, { actor: ADMIN, params: { id } })
    const body = { inventory_item_id: item, location_id: THEIRS, quantity: 1 }
    const { reservation } = await admin(createReservation, { body })
    expect((await update(reservation.id, { location_id: THEIRS, quantity: 3 })).status).toBe(200)
    expect(await held(item)).toEqual([0, 3])
  })

  it('applies a repeated or concurrent update once', async () => {
    const { id, item } = await aReservation()
    const op_id = mintOpId(Date.now())
    const { etag } = await get(id)
    const replies = await Promise.all([
      ...[1, 2].map(() => update(id, { quantity: 3 }, { op_id, if_match: etag })),
      update(id, { quantity: 4 }, { if_match: etag }),
    ])
    expect(replies.map(({ status }) => status).sort()).toContain(200)
    expect(replies.filter(({ status }) => status !== 200).every(({ status }) => status === 412)).toBe(true)
    const { quantity } = (await get(id)).body.reservation
    expect(await held(item)).toEqual([quantity, 0])
    expect((await update(id, { quantity: 1 }, { if_match: '"999"' })).status).toBe(412)
  })
})

describe('delete-vendor-reservation', () => {
  it('releases the reserved quantity once', async () => {
    const { id, item } = await aReservation()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([1, 2].map(() => remove(id, { op_id })))
    replies.push(await remove(id, { op_id }))
    for (const { status, body } of replies) expect([status, body]).toEqual([200, { id, object: 'reservation', deleted: true }])
    expect(replies[0]!.etag).toEqual(expect.any(String))
    expect(await held(item)).toEqual([0, 0])
    expect(refusal(await remove(id))).toEqual(FORBIDDEN)
    expect((await service.send(getReservation, { actor: ADMIN, params: { id } })).status).toBe(404)
  })

  it('rejects one of two concurrent deletions at two replicas', async () => {
    const { id, item } = await aReservation()
    const other = second.send(deleteVendorReservation, { actor: memberOf(ids.seller), params: { id } })
    const replies = await Promise.all([remove(id), other])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(await held(item)).toEqual([0, 0])
  })

  it('releases what the request that deleted it still holds, and is rejected all the same', async () => {
    const { id, item } = await aReservation()
    await service.deps.reservations.remove(id, newCommand(Date.now() + 30_000)) // as a process that ended before the release
    const op_id = mintOpId(Date.now())
    for (const reply of [await remove(id, { op_id }), await remove(id, { op_id })]) expect(refusal(reply)).toEqual(FORBIDDEN)
    expect(await held(item)).toEqual([0, 0])
  })

  it('rejects reservations of order lines', async () => {
    const { item, variant_id } = await anItem()
    const line_item_id = `ordli_${item}`
    const order = { order_id: `order_${item}`, version: 1, sales_channel_id: null }
    const claimed = [{ line_item_id, variant_id, present: 0, wanted: 2 }]
    expect((await service.send(claimStock, { body: { ...order, lines: claimed } })).status).toBe(200)
    const query = `line_item_id=${line_item_id}&inventory_item_id=${item}`
    const [{ id }] = (await send(listVendorReservations, { query })).body.reservations
    expect(refusal(await remove(id))).toEqual([403, 'not_allowed', 'Cancel order first to delete reservation.'])
    expect((await held(item)).toSorted()).toEqual([0, 2])
    await service.call(deleteReservation, { actor: ADMIN, params: { id } })
    expect(refusal(await remove(id))).toEqual(FORBIDDEN)
  })

  it('rejects reservations that an administrator created for an order line', async () => {
    const { item: inventory_item_id } = await anItem()
    const body = { inventory_item_id, location_id: HERE, quantity: 1, line_item_id: 'ordli_2' }
    const { id } = (await admin(createReservation, { body })).reservation
    expect(refusal(await remove(id))[0]).toBe(403)
    expect(await held(inventory_item_id)).toEqual([1, 0])
  })

  it('respects If-Match', async () => {
    const { id, item } = await aReservation()
    expect((await remove(id, { if_match: '"999"' })).status).toBe(412)
    expect(await held(item)).toEqual([2, 0])
  })
})

describe.each([
  ['get-vendor-reservation', get],
  ['update-vendor-reservation', (id: string, options: object) => update(id, { quantity: 1 }, options)],
  ['delete-vendor-reservation', remove],
] as const)('%s', (_name, ask) => {
  it('returns 403 for reservations that are unknown, deleted or of items of other sellers', async () => {
    const { id, item } = await aReservation()
    const gone = await aReservation()
    await service.call(deleteReservation, { actor: ADMIN, params: { id: gone.id } })
    const replies = await Promise.all([
      ask(id, { actor: memberOf(ids.foreign_seller) }),
      ask(ids.foreign_reservation, {}),
      ask('resitem_none', {}),
      ask(gone.id, {}),
    ])
    for (const reply of replies) expect(refusal(reply)).toEqual(FORBIDDEN)
    expect(await held(item)).toEqual([2, 0])
    expect((await ask(id, { actor: ADMIN })).status).toBe(401)
  })
})

describe('reservations of an item that products of two sellers use', () => {
  const theirs = (options: object) => ({ actor: memberOf(ids.foreign_seller), ...options })
  async function aSharedItem() {
    const { item } = await anItem()
    const params = { id: ids.foreign_product, variant_id: ids.foreign_variant }
    await admin(createVariantInventoryItem, { params, body: { inventory_item_id: item, required_quantity: 1 } })
    return item
  }
  async function forLine(item: string, variant_id: string) {
    const line_item_id = `ordli_${item}_${variant_id}`
    const order = { order_id: `order_${item}_${variant_id}`, version: 1, sales_channel_id: null }
    const lines = [{ line_item_id, variant_id, present: 0, wanted: 2 }]
    expect((await service.send(claimStock, { body: { ...order, lines } })).status).toBe(200)
    const query = `line_item_id=${line_item_id}&inventory_item_id=${item}`
    return (await admin(listReservations, { query })).reservations[0]!.id
  }
  const idsOf = async (item: string, options: object = {}) => {
    const { body } = await send(listVendorReservations, { query: `inventory_item_id=${item}`, ...options })
    return body.reservations.map(({ id }: { id: string }) => id)
  }

  it('are seen, changed and deleted by the seller whose line or member they are for', async () => {
    const item = await aSharedItem()
    const [own, other] = [await forLine(item, ids.third_variant), await forLine(item, ids.foreign_variant)]
    const body = { inventory_item_id: item, location_id: HERE, quantity: 1 }
    const byHand = (await send(createVendorReservation, { body })).body.reservation.id
    const before = await held(item)

    expect(await idsOf(item)).toEqual([own, byHand])
    expect(await idsOf(item, theirs({}))).toEqual([other])
    for (const [id, options] of [
      [other, {}],
      [own, theirs({})],
      [byHand, theirs({})],
    ] as const) {
      const replies = [
        await get(id, options),
        await update(id, { quantity: 1, description: 'd' }, options),
        await remove(id, options),
      ]
      for (const reply of replies) expect(refusal(reply)).toEqual(FORBIDDEN)
    }
    expect(await held(item)).toEqual(before)
    expect((await get(own)).body.reservation).not.toHaveProperty('seller_id')
    expect((await update(own, { description: 'mine' })).status).toBe(200)
    expect((await get(other, theirs({}))).status).toBe(200)
    expect((await remove(byHand)).status).toBe(200)
  })

  it('that do not name their seller are those of members at their own locations', async () => {
    const item = await aSharedItem()
    const body = { inventory_item_id: item, location_id: HERE, quantity: 1 }
    const { id } = (await send(createVendorReservation, { body })).body.reservation
    const change = { $unset: { seller_id: true }, $inc: { revision: 1 } } as never
    await service.db.collection<{ _id: string }>('reservations').updateOne({ _id: id }, change)
    const { reservation } = await admin(createReservation, { body })
    expect([await idsOf(item), await idsOf(item, theirs({}))]).toEqual([[id], []])
    expect([(await get(id)).status, (await get(id, theirs({}))).status]).toEqual([200, 403])
    for (const options of [{}, theirs({})]) expect(refusal(await get(reservation.id, options))).toEqual(FORBIDDEN)
  })
})
