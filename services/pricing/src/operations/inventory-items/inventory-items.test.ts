import {
  type Actor,
  batchItemLocationLevels,
  batchLocationLevels,
  createInventoryItem,
  createLocationLevel,
  createReservation,
  createStockLocation,
  deleteInventoryItem,
  deleteLocationLevel,
  deleteReservation,
  findProducts,
  getInventoryItem,
  listInventoryItems,
  listLocationLevels,
  listReservations,
  quote,
  updateInventoryItem,
  updateLocationLevel,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { STOREFRONT } from '../../../test/actors.ts'
import { ADMIN, aName, asAdmin } from '../../../test/as-admin.ts'
import { aPrice, aProduct, aVariant, memberOf, records, stockOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'
import type { ItemWithTotals } from '../../domain/inventory/inventory-item.ts'

let service: PricingUnderTest
let one: string
let two: string
const send = asAdmin(() => service)

beforeAll(async () => {
  service = await startPricing()
  await insertMissing(service.db, records)
  one = await aLocation()
  two = await aLocation()
})
afterAll(() => service.stop())

const aLocation = async (): Promise<string> =>
  (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body.stock_location.id
const created = async (body: object = {}) => (await send(createInventoryItem, undefined, { body })).body.inventory_item
const stocked = (...quantities: number[]) =>
  created({ location_levels: quantities.map((stocked_quantity, at) => ({ location_id: [one, two][at], stocked_quantity })) })
const shown = async (id: string, query = '') => (await send(getInventoryItem, id, { query })).body.inventory_item
const levelsOf = async (id: string, query = '') => (await send(listLocationLevels, id, { query })).body
const at = (id: string, location_id: string) => ({ params: { id, location_id } })
const list = async (query: string) => (await send(listInventoryItems, undefined, { query })).body
const reserve = (inventory_item_id: string, location_id: string, quantity: number) =>
  send(createReservation, undefined, { body: { inventory_item_id, location_id, quantity } })

describe('the order of a list by stock', () => {
  it('reflects the sum of all levels after changes, including items stored by earlier versions', async () => {
    const [few, many, some] = [await stocked(1, 1), await stocked(40, 60), await stocked(0.1, 0.2)]
    const ids = [few, many, some].map(({ id }) => `id[]=${id}`).join('&')
    const ordered = async (order: string) =>
      (await list(`${ids}&order=${order}`)).inventory_items.map(({ id }: { id: string }) => id)
    await reserve(few.id, one, 1)
    await reserve(many.id, two, 3)
    expect(await ordered('-stocked_quantity')).toEqual([many.id, few.id, some.id])
    expect(await ordered('reserved_quantity')).toEqual([some.id, few.id, many.id])

    await send(updateLocationLevel, undefined, { ...at(some.id, two), body: { stocked_quantity: 5 } })
    expect(await ordered('stocked_quantity')).toEqual([few.id, some.id, many.id])

    const items = service.db.collection<{ _id: string }>('inventory_items')
    await items.updateMany(
      { _id: { $in: [few.id, many.id, some.id] } },
      { $unset: { stocked_quantity: '', reserved_quantity: '' } },
    )
    await service.deps.inventoryItems.ensureIndexes()
    expect(await ordered('-stocked_quantity')).toEqual([many.id, some.id, few.id])
    expect(await ordered('-reserved_quantity')).toEqual([many.id, few.id, some.id])
    expect(await shown(some.id)).toMatchObject({ stocked_quantity: 5.1, reserved_quantity: 0 })
  })
})

describe('an inventory item', () => {
  it('is created with location levels', async () => {
    const item = await created({
      sku: '12345',
      weight: 300,
      location_levels: [{ location_id: one, stocked_quantity: 20, incoming_quantity: 40 }],
    })
    expect(item).toMatchObject({
      id: expect.stringMatching(/^iitem_/),
      sku: '12345',
      weight: 300,
      title: null,
      unit_of_measure: null,
      requires_shipping: true,
      metadata: null,
      stocked_quantity: 20,
      reserved_quantity: 0,
      location_levels: [
        {
          id: expect.stringMatching(/^ilev_/),
          inventory_item_id: item.id,
          stocked_quantity: 20,
          incoming_quantity: 40,
          available_quantity: 20,
        },
      ],
    })
    expect(await shown(item.id)).toEqual(item)
    const located = await shown(item.id, 'fields=location_levels.stock_locations.id')
    expect(located.location_levels[0].stock_locations).toEqual([{ id: one }])
  })

  it('keeps all of several concurrent updates', async () => {
    const { id } = await created({ sku: aName('sku') })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => send(updateInventoryItem, id, { body: { metadata: { [`k${n}`]: n } } })),
    )
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(8)
    expect(Object.keys((await shown(id)).metadata)).toHaveLength(8)
    expect((await send(updateInventoryItem, id, { body: { mid_code: 'new', weight: 120 } })).body.inventory_item).toMatchObject({
      mid_code: 'new',
      weight: 120,
    })
    expect((await send(updateInventoryItem, id, { body: {}, if_match: '"1"' })).status).toBe(412)
  })

  it('has a unique SKU or none', async () => {
    const sku = aName('sku')
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(createInventoryItem, undefined, { body: { sku } })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const taken = [400, 'invalid_data', `Inventory item with sku: ${sku}, already exists.`]
    expect(refusal(answers.find(({ status }) => status !== 200)!)).toEqual(taken)
    for (const body of [{}, {}]) expect((await send(createInventoryItem, undefined, { body })).status).toBe(200)
  })

  it('is visible with its levels to administrators and to sellers whose products use it, but not to storefronts', async () => {
    const { id } = await stocked(10, 3)
    await reserve(id, one, 4)
    const link = { ...stockOf(1), inventory_item_id: id, inventory: null }
    const of = { product_id: 'prod_levels', manage_inventory: true, inventory_items: [link] }
    const variants = [aVariant({ id: 'variant_levels', ...of })]
    await insertMissing(service.db, { products: [aProduct({ id: 'prod_levels', seller_id: 'sel_levels', variants })] })
    const needs = [{ relation: 'inventory.location_levels' as const, ids: [id, 'iitem_none'] }]
    const found = async (actor: Actor) =>
      (await service.send(findProducts, { body: { relations: needs }, actor })).body.relations[0]

    const levels = [
      { location_id: one, stocked_quantity: 10, reserved_quantity: 4, available_quantity: 6 },
      { location_id: two, stocked_quantity: 3, reserved_quantity: 0, available_quantity: 3 },
    ]
    expect(await found(ADMIN)).toMatchObject([levels, []])
    expect(await found(memberOf('sel_levels'))).toMatchObject([levels, []])
    expect(await found(memberOf('sel_other'))).toEqual([[], []])
    expect(await found(STOREFRONT)).toEqual([[], []])
  })

  it('is deleted with its variant links, once it has no reservations', async () => {
    const { id } = await stocked(10)
    const reservation = (await reserve(id, one, 5)).body.reservation
    const link = { ...stockOf(1), inventory_item_id: id, inventory: null }
    const variant = aVariant({ id: 'variant_taking', product_id: 'prod_taking', manage_inventory: true, inventory_items: [link] })
    await insertMissing(service.db, { products: [aProduct({ id: 'prod_taking', variants: [variant] })] })
    const needs = [{ relation: 'variant.product' as const, ids: ['prod_taking'], fields: 'variants.inventory_items.*' }]
    const takes = async () => {
      const { body } = await service.send(findProducts, { body: { relations: needs }, actor: ADMIN })
      return body.relations[0][0].variants[0].inventory_items.length
    }
    expect(await takes()).toBe(1)
    const asked = 'fields=id,variants.sku,*variants.product'
    expect((await shown(id, asked)).variants).toMatchObject([{ id: 'variant_taking', product: { id: 'prod_taking' } }])
    expect(await shown(id)).not.toHaveProperty('variants')
    expect(await shown((await created()).id, asked)).toMatchObject({ variants: [] })

    const text = `Cannot remove following inventory item(s) since they have reservations: [${id}].`
    expect(refusal(await send(deleteInventoryItem, id))).toEqual([400, 'invalid_data', text])
    expect((await levelsOf(id)).count).toBe(1)
    await send(deleteReservation, reservation.id)
    expect((await send(deleteInventoryItem, id)).body).toEqual({ id, object: 'inventory_item', deleted: true })
    expect(await takes()).toBe(0)
    expect((await send(listReservations, undefined, { query: `inventory_item_id=${id}` })).body.count).toBe(0)
    expect((await levelsOf(id)).count).toBe(0)
    expect(refusal(await send(getInventoryItem, id))).toEqual([404, 'not_found', `Inventory item with id: ${id} was not found`])
    expect((await reserve(id, one, 1)).status).toBe(404)
  })

  it.each([
    [{ foo: 1 }, "Invalid request: Unrecognized fields: 'foo'"],
    [{ weight: 'a' }, "Invalid request: Expected type: 'number' for field 'weight', got: 'a'"],
  ])('is not created from %j', async (body, text) => {
    expect(refusal(await send(createInventoryItem, undefined, { body: body as never }))).toEqual([400, 'invalid_data', text])
  })
})

describe('location levels', () => {
  it('are created, updated, listed and deleted', async () => {
    const { id } = await created()
    const made = await send(createLocationLevel, id, { body: { location_id: one, stocked_quantity: 10 } })
    expect(made.body.inventory_item).toMatchObject({ id, stocked_quantity: 10, location_levels: [{ location_id: one }] })
    await send(createLocationLevel, id, { body: { location_id: two, stocked_quantity: 15 } })
    expect(await levelsOf(id)).toMatchObject({ count: 2, offset: 0, limit: 50, inventory_levels: [{ stocked_quantity: 10 }, {}] })
    expect((await levelsOf(id, `location_id[]=${two}`)).inventory_levels).toMatchObject([
      { location_id: two, stocked_quantity: 15 },
    ])

    const body = { stocked_quantity: 15, incoming_quantity: 5 }
    const changed = await send(updateLocationLevel, undefined, { ...at(id, one), body })
    expect(changed.body.inventory_item.location_levels).toMatchObject([{ location_id: one, ...body, reserved_quantity: 0 }, {}])
    expect(refusal(await send(deleteLocationLevel, undefined, at(id, two)))).toEqual([
      400,
      'not_allowed',
      `Cannot remove Inventory Levels for ${two} because there are stocked items at the locations. Use force flag to delete anyway.`,
    ])
    await send(updateLocationLevel, undefined, { ...at(id, two), body: { stocked_quantity: 0 } })
    const gone = await send(deleteLocationLevel, undefined, at(id, two))
    expect(gone.body).toMatchObject({ object: 'inventory-level', deleted: true, parent: { id, stocked_quantity: 15 } })
    expect(gone.body.id).toMatch(/^ilev_/)
  })

  it('are rejected for unknown items or locations, duplicates and negative quantities', async () => {
    const { id } = await stocked(10)
    const missing = (item: string, location: string) => [404, 'not_found', `Item ${item} is not stocked at location ${location}`]
    expect(refusal(await send(updateLocationLevel, undefined, { ...at(id, 'none'), body: {} }))).toEqual(missing(id, 'none'))
    expect(refusal(await send(updateLocationLevel, undefined, { ...at('none', one), body: {} }))).toEqual(missing('none', one))
    const noLevel = (item: string) => [404, 'not_found', `Inventory Level for Item ${item} at Location ${two} not found`]
    expect(refusal(await send(deleteLocationLevel, undefined, at(id, two)))).toEqual(noLevel(id))
    expect(refusal(await send(deleteLocationLevel, undefined, at('none', two)))).toEqual(noLevel('none'))
    expect(refusal(await send(createLocationLevel, id, { body: { location_id: 'none' } }))).toEqual([
      404,
      'not_found',
      'Stock locations with ids: none was not found',
    ])
    expect(refusal(await send(createLocationLevel, 'none', { body: { location_id: one } }))).toEqual([
      404,
      'not_found',
      'You tried to set relationship inventory_item_id: none, but such entity does not exist',
    ])
    expect(refusal(await send(updateInventoryItem, 'none', { body: {} }))).toEqual([
      404,
      'not_found',
      'InventoryItem with id "none" not found',
    ])
    expect(refusal(await send(createLocationLevel, id, { body: { location_id: one } }))).toEqual([
      400,
      'invalid_data',
      `Inventory level with inventory_item_id: ${id}, location_id: ${one}, already exists.`,
    ])
    const negative = { stocked_quantity: -1, incoming_quantity: -1 }
    expect(refusal(await send(updateLocationLevel, undefined, { ...at(id, one), body: negative }))).toEqual([
      400,
      'invalid_data',
      "Invalid request: Value for field 'stocked_quantity' too small, expected at least: '0'; Value for field 'incoming_quantity' too small, expected at least: '0'",
    ])
  })

  it('are kept while they have reservations', async () => {
    const { id } = await stocked(10)
    await reserve(id, one, 5)
    expect(refusal(await send(deleteLocationLevel, undefined, at(id, one)))).toEqual([
      400,
      'not_allowed',
      `Cannot remove Inventory Level ${id} at Location ${one} because there are reservations at location`,
    ])
    const [level] = (await levelsOf(id)).inventory_levels
    const batch = { body: { delete: [level.id], force: true } }
    expect(refusal(await send(batchItemLocationLevels, id, batch))[2]).toBe(
      `Cannot remove Inventory Levels for ${one} because there are reserved or incoming items at the locations`,
    )
  })
})

describe('a location level with incoming units', () => {
  const awaiting = async (stocked_quantity: number) => {
    const { id, location_levels } = await stocked(stocked_quantity)
    await send(updateLocationLevel, undefined, { ...at(id, one), body: { incoming_quantity: 40 } })
    return { id, batch: { body: { delete: [location_levels[0].id] } } }
  }

  it('is deleted, and found no more when the units arrive until the item is stocked there again', async () => {
    const { id } = await awaiting(0)
    expect((await send(deleteLocationLevel, undefined, at(id, one))).status).toBe(200)
    const arrived = { ...at(id, one), body: { stocked_quantity: 40, incoming_quantity: 0 } }
    expect(refusal(await send(updateLocationLevel, undefined, arrived))).toEqual([
      ...[404, 'not_found'],
      `Item ${id} is not stocked at location ${one}`,
    ])
    const create = [{ location_id: one, stocked_quantity: 40 }]
    expect((await send(batchItemLocationLevels, id, { body: { create } })).status).toBe(200)
    expect((await levelsOf(id)).inventory_levels).toMatchObject([{ stocked_quantity: 40, incoming_quantity: 0 }])
  })

  it('is deleted by batches, with stock only if they are forced', async () => {
    for (const quantity of [0, 3]) {
      const [{ id, batch }, other] = [await awaiting(quantity), await awaiting(quantity)]
      if (quantity > 0) expect((await send(batchItemLocationLevels, id, batch)).status).toBe(400)
      const forced = ({ body }: typeof batch) => ({ body: { ...body, force: quantity > 0 } })
      expect((await send(batchItemLocationLevels, id, forced(batch))).status).toBe(200)
      expect((await send(batchLocationLevels, undefined, forced(other.batch))).status).toBe(200)
      for (const item of [id, other.id]) expect((await levelsOf(item)).count).toBe(0)
    }
  })
})

describe('batches of location levels', () => {
  it('are applied completely or not at all', async () => {
    const { id, location_levels } = await stocked(0, 10)
    const body = { delete: [location_levels[1].id], create: [{ location_id: 'location_3' }] }
    expect(refusal(await send(batchItemLocationLevels, id, { body }))).toEqual([
      400,
      'not_allowed',
      `Cannot remove Inventory Levels for ${two} because there are stocked items at the locations. Use force flag to delete anyway.`,
    ])
    expect((await levelsOf(id)).count).toBe(2)
    const done = await send(batchItemLocationLevels, id, {
      body: { ...body, update: [{ location_id: one, stocked_quantity: 3 }], force: true },
    })
    expect(done.body).toMatchObject({
      created: [{ location_id: 'location_3', stocked_quantity: 0 }],
      updated: [{ location_id: one, stocked_quantity: 3 }],
      deleted: [location_levels[1].id],
    })
  })

  it('may span several items', async () => {
    const [first, second] = [await stocked(0, 10), await stocked(1)]
    const { body } = await send(batchLocationLevels, undefined, {
      body: {
        create: [{ inventory_item_id: second.id, location_id: two, stocked_quantity: 4 }],
        update: [{ inventory_item_id: first.id, location_id: two, stocked_quantity: 20 }],
        delete: [first.location_levels[0].id],
      },
    })
    expect(body).toMatchObject({
      created: [{ inventory_item_id: second.id, location_id: two, stocked_quantity: 4 }],
      updated: [{ inventory_item_id: first.id, location_id: two, stocked_quantity: 20 }],
      deleted: [first.location_levels[0].id],
    })
    expect((await send(batchLocationLevels, undefined, { body: { create: [], update: [], delete: [] } })).body).toEqual({
      created: [],
      updated: [],
      deleted: [],
    })
    const unknown = { inventory_item_id: 'iitem_none', location_id: one }
    expect(refusal(await send(batchLocationLevels, undefined, { body: { update: [unknown] } }))).toEqual([
      404,
      'not_found',
      `Item iitem_none is not stocked at location ${one}`,
    ])
    expect(refusal(await send(batchLocationLevels, undefined, { body: { create: [unknown] } }))).toEqual([
      404,
      'not_found',
      'You tried to set relationship inventory_item_id: iitem_none, but such entity does not exist',
    ])
  })

  it('may have 500 levels of each kind, with all of their fields', async () => {
    const level = { inventory_item_id: 'iitem_none', location_id: one, stocked_quantity: 1, incoming_quantity: 1 }
    const [create, update] = [Array(500).fill(level), Array(500).fill({ id: 'ilev_1', ...level })]

    const answer = await send(batchLocationLevels, undefined, { body: { create, update, delete: [], force: true } })

    expect([answer.status, answer.body.message]).toEqual([404, expect.stringContaining('iitem_none')])
  })

  it('return created levels in request order, and updated ones by id, each once', async () => {
    const [first, second, third] = [await stocked(1), await stocked(2), await created()]
    const create = [
      { inventory_item_id: third.id, location_id: one },
      { inventory_item_id: second.id, location_id: two },
      { inventory_item_id: first.id, location_id: two },
      { inventory_item_id: third.id, location_id: two },
    ]
    const update = [second, first, first].map(({ id }) => ({ inventory_item_id: id, location_id: one, stocked_quantity: 7 }))

    const { body } = await send(batchLocationLevels, undefined, { body: { create, update } })

    expect(body).toEqual({
      created: create.map((level) => expect.objectContaining(level)),
      updated: [first, second].map(({ location_levels }) => expect.objectContaining({ id: location_levels[0].id })),
    })

    const changes = [two, one].map((location_id) => ({ location_id, stocked_quantity: 8 }))
    const ofOne = (await send(batchItemLocationLevels, first.id, { body: { update: changes } })).body
    const inOrder = [...ofOne.updated].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(ofOne).toEqual({ created: [], updated: inOrder, deleted: [] })
    expect(inOrder).toHaveLength(2)
  })

  it('accept the id of a level beside its location, as the dashboard sends it', async () => {
    const { id, location_levels } = await stocked(1, 2)
    const update = { id: location_levels[0].id, inventory_item_id: id, location_id: one, stocked_quantity: 77 }

    const { status, body } = await send(batchLocationLevels, undefined, {
      body: { create: [], update: [update], delete: [], force: true },
    })

    expect([status, body.updated]).toMatchObject([200, [update]])
  })

  it('change no item if another one cannot be changed', async () => {
    const [other, bare] = [await stocked(1), await created()]
    const update = [other, bare].map(({ id }) => ({ inventory_item_id: id, location_id: one, stocked_quantity: 9 }))
    const create = [bare, other].map(({ id }) => ({ inventory_item_id: id, location_id: one }))

    const answers = [{ update }, { create }].map((body) => send(batchLocationLevels, undefined, { body }))
    const messages = (await Promise.all(answers)).map((answer) => refusal(answer)[2])

    expect(messages).toEqual([
      `Item ${bare.id} is not stocked at location ${one}`,
      `Inventory level with inventory_item_id: ${other.id}, location_id: ${one}, already exists.`,
    ])
    expect((await levelsOf(other.id)).inventory_levels).toMatchObject([{ stocked_quantity: 1 }])
    expect((await levelsOf(bare.id)).count).toBe(0)
  })

  it('are answered the same when repeated after others removed what they changed', async () => {
    const [first, second] = [await created(), await stocked(1)]
    const create = [{ inventory_item_id: first.id, location_id: one }]
    const update = [{ inventory_item_id: second.id, location_id: one, stocked_quantity: 5 }]
    const options = { op_id: mintOpId(Date.now()), body: { create, update } }
    const done = await send(batchLocationLevels, undefined, options)
    await send(batchLocationLevels, undefined, { body: { delete: [second.location_levels[0].id], force: true } })

    const repeated = await send(batchLocationLevels, undefined, options)

    expect([repeated.status, repeated.body.created]).toEqual([done.status, done.body.created])
  })

  it('create levels once for a repeated request', async () => {
    const { id } = await created()
    const options = { op_id: mintOpId(Date.now()), body: { create: [{ inventory_item_id: id, location_id: one }] } }
    const answers = await Promise.all([1, 2, 3].map(() => send(batchLocationLevels, undefined, options)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await levelsOf(id)).count).toBe(1)
  })
})

it('lists are searched, filtered by location, and ordered oldest first', async () => {
  const [first, second] = [await created({ title: 'Quark Test' }), await created({ description: 'quark desc' })]
  expect(await list('q=quark')).toMatchObject({ count: 2, limit: 20, inventory_items: [{ id: first.id }, { id: second.id }] })
  const third = await created({ sku: 'ABC-xylo-1', hs_code: '6109-zz' })
  for (const query of ['q=bc-xyl', 'q=6109-zz']) expect((await list(query)).inventory_items).toMatchObject([{ id: third.id }])
  await send(createLocationLevel, first.id, { body: { location_id: two } })
  expect((await list(`q=quark&location_levels[location_id]=${two}`)).inventory_items).toMatchObject([{ id: first.id }])
})

it('quotes immediately reflect stock and reservations', async () => {
  const { id } = await stocked(2)
  const link = { ...stockOf(1), inventory_item_id: id, inventory: null }
  const variant = aVariant({ id: 'variant_stock', manage_inventory: true, inventory_items: [link] })
  await insertMissing(service.db, {
    products: [aProduct({ id: 'prod_stock', variants: [variant] })],
    prices: [aPrice({ id: 'price_stock', variant_id: 'variant_stock' })],
  })
  const quoted = async (quantity: number) => {
    const context = { region_id: 'reg_eu', currency_code: null, sales_channel_id: null, customer: null }
    const tax_address = { country_code: null, province: null }
    const items = [{ variant_id: 'variant_stock', quantity }]
    return (await service.send(quote, { body: { ...context, tax_address, items, shipping_option_ids: [] } })).status
  }
  expect([await quoted(2), await quoted(3)]).toEqual([200, 400])
  await reserve(id, one, 1)
  expect([await quoted(1), await quoted(2)]).toEqual([200, 400])

  // A level that an earlier version changed has no total of its reservations.
  const items = service.db.collection<{ _id: string }>('inventory_items')
  await items.updateOne({ _id: id }, { $unset: { 'location_levels.$[].reserved_quantity': '' } })
  expect([await quoted(1), await quoted(2)]).toEqual([200, 400])
})

it('is read for quotes, pages and reservations without its reservations', async () => {
  const { id } = await stocked(5)
  await reserve(id, one, 2)
  const items = service.db.collection<{ _id: string }>('inventory_items')
  const level = (await items.findOne<{ location_levels: object[] }>({ _id: id }))!.location_levels[0]
  expect(level).toMatchObject({ held: [{ quantity: 2 }], reserved_quantity: 2 })

  const { inventoryItems } = service.deps
  const until = Date.now() + 60_000
  const reads = async () => {
    const paged: ItemWithTotals[] = []
    const note = async (found: readonly ItemWithTotals[]) => {
      paged.push(...found)
      return []
    }
    await inventoryItems.page({ offset: 0, limit: 1, with_deleted: false, filter: [] }, until, note, { _id: id })
    return [await inventoryItems.listOfVariants([id], until), await inventoryItems.listWithTotals([id], until), paged].flat()
  }
  const read = await reads()
  expect(read).toHaveLength(3)
  for (const { location_levels } of read) {
    expect(location_levels).toMatchObject([{ location_id: one, stocked_quantity: 5, reserved_quantity: 2 }])
    expect(location_levels[0]).not.toHaveProperty('held')
  }
  await items.updateOne({ _id: id }, { $unset: { 'location_levels.$[].reserved_quantity': '' } }) // as an earlier version does
  const older = (await reads()).map(({ location_levels }) => location_levels)
  expect(older).toEqual(Array(3).fill([expect.objectContaining({ reserved_quantity: 2 })]))
})
