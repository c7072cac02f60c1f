import {
  createInventoryItem,
  createReservation,
  createStockLocation,
  createVariantInventoryItem,
  createVendorLocationLevel,
  deleteInventoryItem,
  deleteReservation,
  deleteVendorInventoryItem,
  deleteVendorStockLocation,
  getInventoryItem,
  getProductVariant,
  getVendorInventoryItem,
  getVendorLocationLevel,
  listReservations,
  type Operation,
  updateVendorInventoryItem,
} from '@souk/contracts'
import { mintOpId, newCommand } from '@souk/runtime'
import { type CallOptions, FORBIDDEN, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { seedPricing } from '../../../../../tools/seed/pricing.ts'
import { ADMIN, STOREFRONT } from '../../../test/actors.ts'
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
const [MINE, OTHERS] = [memberOf(ids.seller), memberOf(ids.foreign_seller)]
const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.call(operation, { actor: ADMIN, ...options })

let made = 0
/** An item that a variant of the seller uses. */
async function anItem(more: object = {}): Promise<string> {
  const { id } = (await admin(createInventoryItem, { body: { title: `Item ${++made}`, ...more } })).inventory_item
  await link(id, ids.second_product, ids.third_variant)
  return id
}
const link = (inventory_item_id: string, id: string, variant_id: string) =>
  admin(createVariantInventoryItem, { params: { id, variant_id }, body: { inventory_item_id, required_quantity: 1 } })
/** Another location of the seller. */
async function aLocation(): Promise<string> {
  const { id } = (await admin(createStockLocation, { body: { name: `Shelf ${++made}` } })).stock_location
  await service.db.collection<{ _id: string }>('stock_locations').updateOne({ _id: id }, { $set: { seller_id: ids.seller } })
  return id
}
const shown = async (id: string) => (await admin(getInventoryItem, { params: { id } })).inventory_item
async function aDeletedItem(): Promise<string> {
  const id = await anItem()
  await admin(deleteInventoryItem, { params: { id } })
  return id
}

const ask =
  <O extends Operation>(operation: O) =>
  (id: string, options: object = {}, at: Pick<PricingUnderTest, 'send'> = service) =>
    at.send(operation, { actor: MINE, params: { id }, ...options } as CallOptions<O>)
const update = ask(updateVendorInventoryItem)
const remove = ask(deleteVendorInventoryItem)
const stock = ask(createVendorLocationLevel)

describe('update-vendor-inventory-item', () => {
  it('updates the fields that the vendor panel sends, publishes events, and answers like a read', async () => {
    const id = await anItem()
    const edited = { title: 'Shirt', sku: `SKU-${id}`, description: 'Of cotton', requires_shipping: false }
    const attributes = { hs_code: '6109', mid_code: 'XDDEA', origin_country: 'de', material: 'cotton' }
    const sizes = { weight: 200, length: 10, height: 1.5, width: null }
    const first = await update(id, { body: edited })
    const { status, body, etag } = await update(id, { body: { ...attributes, ...sizes } })

    expect([first.status, status, etag], JSON.stringify(body)).toEqual([200, 200, expect.any(String)])
    expect(body.inventory_item).toMatchObject({ id, ...edited, ...attributes, ...sizes, location_levels: [] })
    expect((await ask(getVendorInventoryItem)(id)).body).toEqual(body)
    expect((await service.eventsOf(id, 3)).map(({ type }) => type)).toEqual([
      'inventory-item.created',
      'inventory-item.updated',
      'inventory-item.updated',
    ])
  })

  it('shows only the seller’s own locations and variants', async () => {
    const id = await anItem({ location_levels: [HERE, THEIRS].map((location_id) => ({ location_id })) })
    const query = 'fields=id,variants.id,location_levels.stock_locations.id&limit=20'
    const { body } = await update(id, { body: { material: 'wool' }, query })
    expect(body.inventory_item).toMatchObject({ id, variants: [{ id: ids.third_variant }] })
    const places = body.inventory_item.location_levels.map((level: { stock_locations: unknown }) => level.stock_locations)
    expect(places).toEqual([[{ id: HERE }], []])
  })

  it('keeps all of several concurrent updates at two replicas, and applies a repeated op-id once', async () => {
    const id = await anItem()
    const fields = ['material', 'hs_code', 'mid_code', 'origin_country']
    const changes = fields.map((field, n) => update(id, { body: { [field]: field } }, [service, second][n % 2]))
    for (const { status } of await Promise.all(changes)) expect(status).toBe(200)
    expect(await shown(id)).toMatchObject(Object.fromEntries(fields.map((field) => [field, field])))

    const op_id = mintOpId(Date.now())
    const repeats = [1, 2].map((n) => update(id, { body: { title: 'Once' }, op_id }, [service, second][n % 2]))
    expect(new Set((await Promise.all(repeats)).map(({ etag }) => etag)).size).toBe(1)
    await update(id, { body: { title: 'Later' } })
    expect((await update(id, { body: { title: 'Once' }, op_id })).status).toBe(200)
    expect(await shown(id)).toMatchObject({ title: 'Later' })
  })

  it('rejects a SKU that another item uses, a stale If-Match, and unknown or invalid fields', async () => {
    const [id, other] = [await anItem(), await anItem()]
    const sku = `SKU-${other}`
    await update(other, { body: { sku } })
    expect(refusal(await update(id, { body: { sku } }))).toEqual([
      ...[400, 'invalid_data', `Inventory item with sku: ${sku}, already exists.`],
    ])
    expect((await update(id, { body: {}, if_match: '"999"' })).status).toBe(412)
    for (const body of [{ seller_id: ids.foreign_seller }, { location_levels: [] }, { weight: -1 }, { title: 1 }])
      expect(refusal(await update(id, { body })).slice(0, 2)).toEqual([400, 'invalid_data'])
    expect(await shown(id)).toMatchObject({ sku: null })
  })
})

describe('delete-vendor-inventory-item', () => {
  it('deletes the item with its levels and variant links once, and publishes an event', async () => {
    const id = await anItem({ location_levels: [{ location_id: HERE, stocked_quantity: 5 }] })
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([remove(id, { op_id }), remove(id, { op_id }, second)])
    replies.push(await remove(id, { op_id }))

    for (const { status, body } of replies) expect([status, body]).toEqual([200, { id, object: 'inventory_item', deleted: true }])
    expect(replies[0]!.etag).toEqual(expect.any(String))
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'inventory-item.deleted', ids: { id } }])
    expect(refusal(await ask(getVendorInventoryItem)(id))).toEqual(FORBIDDEN)
    const params = { id: ids.second_product, variant_id: ids.third_variant }
    const { variant } = await admin(getProductVariant, { params, query: 'fields=*inventory_items' })
    expect(variant!.inventory_items!.map((taken) => taken.inventory_item_id)).not.toContain(id)
    expect(refusal(await remove(id))).toEqual(FORBIDDEN)
  })

  it('succeeds for one of two concurrent requests at two replicas', async () => {
    const id = await anItem()
    const replies = await Promise.all([remove(id), remove(id, {}, second)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  it('deletes the reservations that the request which deleted the item has left, and is rejected all the same', async () => {
    const id = await anItem({ location_levels: [{ location_id: HERE, stocked_quantity: 5 }] })
    await admin(createReservation, { body: { inventory_item_id: id, location_id: HERE, quantity: 1 } })
    const none = { 'location_levels.0.held': [], 'location_levels.0.reserved_quantity': 0, reserved_quantity: 0 }
    const items = service.db.collection<{ _id: string }>('inventory_items')
    await items.updateOne({ _id: id }, { $set: none, $inc: { revision: 1 } })
    await service.deps.inventoryItems.remove(id, newCommand(Date.now() + 30_000)) // as a process that ended before it went on

    const op_id = mintOpId(Date.now())
    for (const reply of [await remove(id, { op_id }), await remove(id, { op_id })]) expect(refusal(reply)).toEqual(FORBIDDEN)
    expect((await admin(listReservations, { query: `inventory_item_id=${id}` })).count).toBe(0)
  })

  it('is rejected while the item has reservations; of a concurrent deletion and reservation, one succeeds', async () => {
    const id = await anItem({ location_levels: [{ location_id: HERE, stocked_quantity: 5 }] })
    const body = { inventory_item_id: id, location_id: HERE, quantity: 1 }
    const { reservation } = await admin(createReservation, { body })
    const text = `Cannot remove following inventory item(s) since they have reservations: [${id}].`
    expect(refusal(await remove(id))).toEqual([400, 'invalid_data', text])
    expect((await remove(id, { if_match: '"999"' })).status).toBe(412)
    expect(await shown(id)).toMatchObject({ stocked_quantity: 5 })
    await admin(deleteReservation, { params: { id: reservation.id } })

    const [removed, reserved] = await Promise.all([
      remove(id),
      second.send(createReservation, { actor: ADMIN, body: { ...body, quantity: 2 } }),
    ])
    expect([removed.status, reserved.status]).toSatisfy(([gone, held]) => (gone === 200) !== (held === 200))
    const { count } = await admin(listReservations, { query: `inventory_item_id=${id}` })
    expect(count).toBe(removed.status === 200 ? 0 : 1)
  })
})

describe('an item used by products of several sellers', () => {
  it('cannot be changed or deleted by any of them, but stocked by each at their own locations', async () => {
    const id = await anItem()
    await link(id, ids.foreign_product, ids.foreign_variant)
    for (const actor of [MINE, OTHERS]) {
      expect(refusal(await update(id, { actor, body: { title: 'Mine' } }))).toEqual(FORBIDDEN)
      expect(refusal(await remove(id, { actor }))).toEqual(FORBIDDEN)
    }
    expect((await stock(id, { body: { location_id: HERE } })).status).toBe(201)
    expect((await stock(id, { actor: OTHERS, body: { location_id: THEIRS } })).status).toBe(201)
    expect(await shown(id)).toMatchObject({ title: `Item ${made}`, location_levels: [{}, {}] })
  })
})

describe('create-vendor-location-level', () => {
  it('stocks the item at a location of the seller, publishes an event, and returns the level with its location', async () => {
    const [id, location_id] = [await anItem(), await aLocation()]
    const { status, body, etag } = await stock(id, { body: { location_id, stocked_quantity: 3, incoming_quantity: 2 } })

    expect([status, etag], JSON.stringify(body)).toEqual([201, expect.any(String)])
    const quantities = { stocked_quantity: 3, incoming_quantity: 2, reserved_quantity: 0, available_quantity: 3 }
    expect(body.location_level).toMatchObject({ inventory_item_id: id, location_id, ...quantities })
    expect(body.location_level).toMatchObject({ id: expect.stringMatching(/^ilev_/), stock_locations: [{ id: location_id }] })
    const read = await service.send(getVendorLocationLevel, { actor: MINE, params: { id, location_id } })
    expect(read.body).toEqual(body)
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'inventory-item.updated', ids: { id } }])
    expect(await shown(id)).toMatchObject({ stocked_quantity: 3, location_levels: [{ location_id }] })
  })

  it('defaults to zero, and ignores a reserved quantity, which the panel sends', async () => {
    const id = await anItem()
    const query = 'fields=id,stocked_quantity,reserved_quantity&limit=1'
    const { body } = await stock(id, { body: { location_id: HERE, reserved_quantity: 3 }, query })
    expect(body.location_level).toEqual({ id: expect.any(String), stocked_quantity: 0, reserved_quantity: 0 })
  })

  it('creates one level for concurrent and repeated requests at two replicas', async () => {
    const [id, op_id] = [await anItem(), mintOpId(Date.now())]
    const body = { location_id: HERE, stocked_quantity: 4 }
    const repeats = [1, 2, 3].map((n) => stock(id, { body, op_id }, [service, second][n % 2]))
    const made = (await Promise.all(repeats)).map((reply) => [reply.status, reply.body.location_level?.id])
    expect(new Set(made.map(String)).size).toBe(1)
    expect(made[0]![0]).toBe(201)

    const other = await anItem()
    const replies = await Promise.all([1, 2, 3, 4].map((n) => stock(other, { body }, [service, second][n % 2])))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    const exists = `Inventory level with inventory_item_id: ${other}, location_id: ${HERE}, already exists.`
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect(refusal(reply)).toEqual([400, 'invalid_data', exists])
    expect((await shown(other)).location_levels).toMatchObject([{ stocked_quantity: 4 }])
  })

  it('returns 403 for locations that are unknown, deleted or of other sellers, and respects If-Match', async () => {
    const [id, gone] = [await anItem(), await aLocation()]
    await service.call(deleteVendorStockLocation, { actor: MINE, params: { id: gone } })
    for (const location_id of [THEIRS, 'sloc_none', gone])
      expect(refusal(await stock(id, { body: { location_id } }))).toEqual(FORBIDDEN)
    expect((await stock(id, { body: { location_id: HERE }, if_match: '"999"' })).status).toBe(412)
    expect(await shown(id)).toMatchObject({ location_levels: [] })
  })

  it.each([
    [{}, "Field 'location_id' is required"],
    [{ location_id: HERE, stocked_quantity: -1 }, 'stocked_quantity'],
    [{ location_id: HERE, foo: 1 }, "Unrecognized fields: 'foo'"],
  ])('rejects %j', async (body, text) => {
    const [status, type, message] = refusal(await stock(ids.inventory_item, { body }))
    expect([status, type]).toEqual([400, 'invalid_data'])
    expect(message).toContain(text)
  })
})

describe.each([
  ['update-vendor-inventory-item', update, { title: 'Mine' }],
  ['delete-vendor-inventory-item', remove, undefined],
  ['create-vendor-location-level', stock, { location_id: HERE }],
] as const)('%s', (_name, change, body) => {
  it('returns 403 for items that are unknown, deleted, of other sellers or not used by any product', async () => {
    const [gone, id] = [await aDeletedItem(), await anItem()]
    const nobodys = (await admin(createInventoryItem, { body: { title: 'Pallet' } })).inventory_item.id
    const replies = await Promise.all([
      change(ids.foreign_inventory_item, { body }),
      change(nobodys, { body }),
      change('iitem_none', { body }),
      change(gone, { body }),
      change(id, { body, actor: OTHERS }),
    ])
    for (const reply of replies) expect(refusal(reply)).toEqual(FORBIDDEN)
    for (const actor of [ADMIN, STOREFRONT]) expect((await change(id, { body, actor })).status).toBe(401)
    expect(await shown(id)).toMatchObject({ title: `Item ${made}`, location_levels: [] })
    expect(await shown(ids.foreign_inventory_item)).toMatchObject({ title: 'Blue', location_levels: [{ location_id: THEIRS }] })
  })
})
