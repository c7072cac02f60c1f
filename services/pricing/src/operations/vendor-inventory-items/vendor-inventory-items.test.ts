import {
  createInventoryItem,
  createProductCategory,
  createReservation,
  createVariantInventoryItem,
  createVendorReservation,
  deleteInventoryItem,
  deleteVendorProductVariant,
  getInventoryItem,
  getProduct,
  getVendorInventoryItem,
  listReservations,
  listVendorInventoryItems,
  listVendorLocationLevels,
  listVendorReservations,
  manageProductCategoryProducts,
  type Operation,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { type CallOptions, FORBIDDEN, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
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

const send = <O extends Operation>(operation: O, options: CallOptions<O> = {}, seller: string = ids.seller) =>
  service.send(operation, { actor: memberOf(seller), ...options })
const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  service.send(operation, { actor: ADMIN, ...options })
const theirs = ids.foreign_inventory_item

let made = 0
/** An item that a variant of the seller uses, with this quantity at the seller's own location and at another seller's. */
async function addItem(stocked_quantity: number): Promise<string> {
  const at = (location_id: string) => ({ location_id, stocked_quantity })
  const body = { title: `Item ${++made}`, location_levels: [at(ids.stock_location), at(ids.foreign_stock_location)] }
  const { id } = (await admin(createInventoryItem, { body })).body.inventory_item
  const link = { inventory_item_id: id, required_quantity: 1 }
  await admin(createVariantInventoryItem, { params: { id: ids.second_product, variant_id: ids.third_variant }, body: link })
  return id
}

describe("the seller's inventory items", () => {
  it('are those that the seller’s products use', async () => {
    const { status, body } = await send(listVendorInventoryItems, { query: 'fields=id,title,sku,*location_levels' })

    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 4, offset: 0, limit: 50 })
    expect(body.inventory_items[0]).toMatchObject({
      id: ids.inventory_item,
      sku: 'SHIRT-S',
      location_levels: [{ reserved_quantity: 1 }],
    })
    expect((await send(listVendorInventoryItems, {}, ids.foreign_seller)).body).toMatchObject({
      count: 1,
      inventory_items: [{ id: theirs }],
    })
    expect((await send(listVendorInventoryItems, {}, 'sel_new')).body).toMatchObject({ count: 0, inventory_items: [] })
    expect((await send(listVendorInventoryItems, { query: `id=${theirs}` })).body.count).toBe(0)
    const named = `inventory_item_id[]=${theirs}&inventory_item_id[]=${ids.inventory_item}`
    expect((await send(listVendorInventoryItems, { query: named })).body).toMatchObject({
      count: 1,
      inventory_items: [{ id: ids.inventory_item }],
    })
    const at = { params: { id: ids.inventory_item }, query: `inventory_item_id=${ids.inventory_item}` }
    expect((await send(listVendorLocationLevels, at)).body.count).toBeGreaterThan(0)
    expect((await admin(listVendorInventoryItems)).status).toBe(401)

    const nobodys = (await admin(createInventoryItem, { body: { title: 'Pallet' } })).body.inventory_item.id
    expect(refusal(await send(getVendorInventoryItem, { params: { id: nobodys } }))).toEqual(FORBIDDEN)
    const link = { inventory_item_id: nobodys, required_quantity: 1 }
    await admin(createVariantInventoryItem, { params: { id: ids.product, variant_id: ids.variant }, body: link })
    expect((await send(getVendorInventoryItem, { params: { id: nobodys } })).body.inventory_item).toMatchObject({
      title: 'Pallet',
    })
    const others = { id: ids.foreign_product, variant_id: ids.foreign_variant }
    await admin(createVariantInventoryItem, { params: others, body: link })
    const query = 'fields=id,variants.id'
    const taking = async (to: typeof send | typeof admin, operation: Operation) =>
      (await to(operation, { params: { id: nobodys }, query })).body.inventory_item.variants
    expect(await taking(send, getVendorInventoryItem)).toEqual([{ id: ids.variant }])
    expect(await taking(admin, getInventoryItem)).toHaveLength(2)
    await admin(deleteInventoryItem, { params: { id: nobodys } })
    expect((await send(listVendorInventoryItems)).body.count).toBe(4)
    for (const id of [nobodys, theirs, 'iitem_none'])
      expect(refusal(await send(getVendorInventoryItem, { params: { id } }))).toEqual(FORBIDDEN)
  })

  it('are found using indexes, and so are reservations', async () => {
    for (const operation of [listVendorInventoryItems, listVendorReservations]) {
      const { filters, orders, search } = queriesOf(operation)
      const plans = await plansOf(service.db, async () => {
        for (const query of [...filters, ...orders, ...search]) expect((await send(operation, { query })).status).toBe(200)
      })
      expect(await unindexed(service.db, plans)).toEqual([])
    }
  })

  it('show their levels, with location details only for the seller’s own locations', async () => {
    const id = await addItem(5)
    const levels = (seller: string, query = '') => send(listVendorLocationLevels, { params: { id }, query }, seller)

    const { status, body } = await levels(ids.seller)
    expect({ status, body }).toMatchObject({ status: 200, body: { count: 2, location_levels: [{}, {}] } })
    const at = (levels: { location_id: string }[], location_id: string) =>
      levels.find((level) => level.location_id === location_id) as Record<string, unknown> | undefined
    const own = at(body.location_levels, ids.stock_location) ?? expect.fail()
    const other = at(body.location_levels, ids.foreign_stock_location) ?? expect.fail()
    expect(own).toMatchObject({ inventory_item_id: id, available_quantity: 5, stock_locations: [{ id: ids.stock_location }] })
    expect(own).not.toHaveProperty('stock_locations.0.seller_id')
    expect(other).toMatchObject({ location_id: ids.foreign_stock_location, stock_locations: [] })
    const ofOwn = `fields=id&limit=1&location_id=${ids.stock_location}`
    expect((await levels(ids.seller, ofOwn)).body.location_levels).toEqual([{ id: own.id }])
    const query = 'fields=id,location_levels.location_id,*location_levels.stock_locations'
    const item = (await send(getVendorInventoryItem, { params: { id }, query })).body.inventory_item
    expect(at(item.location_levels, ids.stock_location)).toMatchObject({ stock_locations: [{ id: ids.stock_location }] })
    expect(at(item.location_levels, ids.foreign_stock_location)).toMatchObject({ stock_locations: [] })
    expect(refusal(await levels(ids.foreign_seller))).toEqual(FORBIDDEN)
  })
})

describe('create-vendor-reservation', () => {
  const reserve = (body: object, options: object = {}, seller?: string) =>
    send(createVendorReservation, { body: body as never, ...options }, seller)
  const at = { location_id: ids.stock_location, inventory_item_id: ids.inventory_item }

  it('creates a reservation, publishes an event, and lists the reservation', async () => {
    const inventory_item_id = await addItem(10)
    const { status, body, etag } = await reserve({ ...at, inventory_item_id, quantity: 3, description: 'For a fair' })

    expect({ status, etag }).toMatchObject({ status: 201, etag: expect.any(String) })
    const { id } = body.reservation
    expect(body.reservation).toMatchObject({
      inventory_item_id,
      quantity: 3,
      inventory_item: { id: inventory_item_id, reserved_quantity: 3 },
    })
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'reservation-item.created', ids: { id } }])
    const query = `inventory_item_id=${inventory_item_id}`
    expect((await send(listVendorReservations, { query })).body).toMatchObject({ count: 1, reservations: [{ id }] })
    expect((await send(listVendorReservations, { query }, ids.foreign_seller)).body.count).toBe(0)
    const asAdministrator = (await admin(listReservations, { query: `${query}&fields=%2Bcreated_by` })).body
    expect(asAdministrator.reservations).toMatchObject([{ id, created_by: 'mem_1' }])
  })

  it('lists the reservation along with those of others for the seller’s items, oldest first', async () => {
    const inventory_item_id = await addItem(10)
    const { id } = (await admin(createReservation, { body: { ...at, inventory_item_id, quantity: 1 } })).body.reservation
    const mine = (await reserve({ ...at, inventory_item_id, quantity: 1 })).body.reservation.id

    const { body } = await send(listVendorReservations, { query: `inventory_item_id=${inventory_item_id}` })

    expect(body.reservations.map((one: { id: string }) => one.id)).toEqual([id, mine])
    expect((await send(listVendorReservations)).body).toMatchObject({ limit: 50 })
  })

  it('finds the reservation by search words, regardless of how many items of others match', async () => {
    const inventory_item_id = await addItem(10)
    const mine = (await reserve({ ...at, inventory_item_id, quantity: 1, description: 'crowded' })).body.reservation.id
    const others = Array.from({ length: 20_001 }, (_, n) => ({
      _id: `iitem_crowd${n}`,
      search_words: ['crowded'],
      deleted_at: null,
    }))
    await service.db.collection<(typeof others)[number]>('inventory_items').insertMany(others)

    const { status, body } = await send(listVendorReservations, { query: 'q=crowded' })

    expect([status, body.reservations?.map((one: { id: string }) => one.id)]).toEqual([200, [mine]])
    expect((await admin(listReservations, { query: 'q=crowded' })).status).toBe(400)
  })

  it('refuses items and locations of other sellers like unknown ones', async () => {
    for (const inventory_item_id of ['iitem_none', theirs])
      expect(refusal(await reserve({ ...at, inventory_item_id, quantity: 1 }))).toEqual(FORBIDDEN)
    const inventory_item_id = await addItem(10)
    for (const location_id of ['sloc_none', ids.foreign_stock_location])
      expect(refusal(await reserve({ location_id, inventory_item_id, quantity: 1 }))).toEqual(FORBIDDEN)
    const { inventory_item } = (await admin(getInventoryItem, { params: { id: inventory_item_id } })).body
    expect(inventory_item).toMatchObject({ reserved_quantity: 0 })
  })

  it.each([
    [{}, "Field 'location_id' is required"],
    [{ ...at, quantity: 0 }, 'quantity'],
    [{ ...at, quantity: 1, foo: 1 }, "Unrecognized fields: 'foo'"],
  ])('rejects %j', async (body, text) => {
    const [status, type, message] = refusal(await reserve(body))
    expect([status, type]).toEqual([400, 'invalid_data'])
    expect(message).toContain(text)
  })

  it('creates one reservation for a repeated op-id, and never reserves more than is in stock', async () => {
    const inventory_item_id = await addItem(5)
    const options = { op_id: mintOpId(Date.now()) }
    const repeats = await Promise.all([1, 2, 3].map(() => reserve({ ...at, inventory_item_id, quantity: 2 }, options)))
    expect(new Set(repeats.map(({ body }) => body.reservation.id)).size).toBe(1)

    const answers = await Promise.all(Array.from({ length: 8 }, () => reserve({ ...at, inventory_item_id, quantity: 1 })))

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = answers.find(({ status }) => status !== 201)!
    expect(refusal(refused)).toEqual([
      400,
      'not_allowed',
      `Not enough stock available for item ${inventory_item_id} at location ${ids.stock_location}`,
    ])
  })
})

it('internal and inactive categories are hidden from sellers, but not from administrators', async () => {
  const id = ids.example_stocked_product
  for (const hidden of [{ is_internal: true }, { is_active: false }]) {
    const body = { name: `Hidden ${++made}`, is_active: true, ...hidden }
    const category = (await admin(createProductCategory, { body })).body.product_category
    await admin(manageProductCategoryProducts, { params: { id: category.id }, body: { add: [id] } })
  }
  const [variant] = (await admin(getProduct, { params: { id }, query: 'fields=*variants' })).body.product.variants
  const params = { id: ids.example_inventory_item }
  const query = 'fields=id,variants.product.categories.name'
  const shownTo = (body: { inventory_item: { variants: { product: { categories: unknown[] } }[] } }) =>
    body.inventory_item.variants.flatMap(({ product }) => product.categories)
  expect(shownTo((await send(getVendorInventoryItem, { params, query })).body)).toEqual([])
  expect(shownTo((await admin(getInventoryItem, { params, query })).body)).toHaveLength(2)
  const removed = await send(deleteVendorProductVariant, {
    params: { id, variant_id: variant.id },
    query: 'fields=id,*categories',
  })
  expect([removed.status, removed.body.parent.categories], JSON.stringify(removed.body)).toEqual([200, []])
})
