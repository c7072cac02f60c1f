import {
  claimStock,
  createInventoryItem,
  createLocationLevel,
  createProduct,
  createReservation,
  createStockLocation,
  deleteStockLocation,
  findUnsentLines,
  getInventoryItem,
  listReservations,
  pickStock,
  prepareRestock,
  returnStock,
  settlePick,
  settleStock,
} from '@souk/contracts'
import { createLogger } from '@souk/runtime'
import { lookOnce } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ids } from '../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../../tools/seed/orders.ts'
import { seededShippingOptions } from '../../../../tools/seed/shipping.ts'
import { aName, asAdmin } from '../../test/as-admin.ts'
import { startShop } from '../../test/service.ts'
import { settleLeftClaims } from './settle-left-claims.ts'

type Shop = Awaited<ReturnType<typeof startShop>>
let shop: Shop
let item: string
let variant_id: string
let location_id: string
const send = asAdmin(() => shop)

beforeAll(async () => {
  shop = await startShop()
  await insertMissing(shop.db, { shipping_options: seededShippingOptions })
  const { stock_location } = (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body
  location_id = stock_location.id
  const location_levels = [{ location_id, stocked_quantity: 100 }]
  item = (await send(createInventoryItem, undefined, { body: { location_levels } })).body.inventory_item.id
  const variant = {
    title: 'One',
    options: { Size: 'One' },
    manage_inventory: true,
    inventory_items: [{ inventory_item_id: item }],
  }
  const options = [{ title: 'Size', values: ['One'] }]
  const body = { title: aName('Product'), options, variants: [{ ...variant, prices: [] }] }
  variant_id = (await send(createProduct, undefined, { body: body as never })).body.product.variants[0].id
})
afterAll(() => shop.stop())

/** One pass by each replica, concurrently. */
async function sweep({ replicas = 1, leftAfterMs = -1000 } = {}) {
  const logger = createLogger('pricing', 'silent')
  await lookOnce(replicas, () => settleLeftClaims({ ...shop.deps, logger, leftAfterMs, firstAfterMs: 0 }))
}
const claim = (order_id: string, line_item_id: string, wanted: number, present = 0, version = 2) =>
  send(claimStock, undefined, {
    body: { order_id, version, sales_channel_id: null, lines: [{ line_item_id, variant_id, present, wanted }] },
  })
const held = async () => (await send(getInventoryItem, item)).body.inventory_item.reserved_quantity
const claims = () => shop.db.collection('stock_claims').countDocuments()

describe('claimed stock whose outcome was never reported', () => {
  it('is released once when the order does not need it, even with concurrent sweeps', async () => {
    await claim('order_unknown', 'ordli_unknown', 7)
    expect(await held()).toBe(7)
    await sweep({ replicas: 3 })
    expect([await held(), await claims()]).toEqual([0, 0])
  })

  it('stays reserved as far as the order needs it', async () => {
    const [first] = seededOrders()
    const order = { ...first!, id: 'order_needing', display_id: 9001, fulfillments: [] }
    const [line] = order.items
    const items = [{ ...line!, quantity: 4, detail: { ...line!.detail, quantity: 4, fulfilled_quantity: 1 } }]
    await insertMissing(shop.orders.db, { orders: [{ ...order, items }] })
    await claim(order.id, line!.id, 6)
    await sweep()
    expect([await held(), await claims()]).toEqual([3, 0])
  })

  it('is left alone while its change may still be in progress', async () => {
    await claim('order_late', 'ordli_late', 2)
    const before = await held()
    await sweep({ leftAfterMs: 60_000 })
    expect([await held(), await claims()]).toEqual([before, 1])
  })
})

it('the sweep corrects a late report that overlaps the next change and lowers the reservation of that change', async () => {
  const [order_id, line_item_id] = ['order_straddled', 'ordli_straddled']
  await send(createReservation, undefined, { body: { inventory_item_id: item, location_id, line_item_id, quantity: 5 } })
  const settle = (version: number, quantity: number) =>
    send(settleStock, undefined, { body: { order_id, version, lines: [{ line_item_id, quantity }] } })
  const { stockClaims } = shop.deps
  const { ofOrder } = stockClaims
  await claim(order_id, line_item_id, 2, 5)
  const late = vi.spyOn(stockClaims, 'ofOrder').mockImplementationOnce(async (...asked) => {
    const found = await ofOrder(...asked)
    await settle(2, 2)
    await claim(order_id, line_item_id, 6, 2, 3)
    await settle(3, 6)
    return found
  })
  expect((await settle(2, 2)).status).toBe(200)
  late.mockRestore()

  const [order] = seededOrders()
  const [line] = order!.items
  const items = [{ ...line!, id: line_item_id, quantity: 6, detail: { ...line!.detail, quantity: 6, fulfilled_quantity: 0 } }]
  const changed = { ...order!, id: order_id, display_id: 9002, version: 3, items, fulfillments: [] }
  await insertMissing(shop.orders.db, { orders: [changed] })
  await sweep({ replicas: 2 })
  const { reservations } = (await send(listReservations, undefined, { query: `line_item_id=${line_item_id}` })).body
  expect(reservations).toMatchObject([{ quantity: 6 }])
  expect(await shop.db.collection('stock_claims').countDocuments({ order_id })).toBe(0)
})

describe('stock picked for a fulfillment whose outcome was never reported', () => {
  let lines = 0
  /** Two of three reserved units are picked for an order by a request that ended before reporting. */
  async function picked() {
    const [order_id, line_item_id, fulfillment_id] = [`order_p${++lines}`, `ordli_p${lines}`, `ful_p${lines}`]
    await send(createReservation, undefined, { body: { inventory_item_id: item, location_id, line_item_id, quantity: 3 } })
    const line = { line_item_id, variant_id, quantity: 2, unsent: 3, requires_shipping: false, title: 'One' }
    const place = { shipping_option_id: ids.shipping_option, location_id, seller_id: null }
    const pick = () => send(pickStock, undefined, { body: { order_id, fulfillment_id, ...place, lines: [line] } })
    expect((await pick()).status).toBe(200)
    return { order_id, line_item_id, fulfillment_id, pick }
  }
  /** Inserts the order, with or without the fulfillment. */
  async function anOrder(
    { order_id, line_item_id, fulfillment_id }: Awaited<ReturnType<typeof picked>>,
    has: boolean,
    canceled_at: string | null = null,
  ) {
    const order = seededOrders().find(({ id }) => id === ids.packed_order)!
    const [line] = order.items
    const detail = { ...line!.detail, quantity: 3, fulfilled_quantity: has && !canceled_at ? 2 : 0 }
    const items = [{ ...line!, id: line_item_id, quantity: 3, detail }]
    const fulfillments = has ? [{ ...order.fulfillments[0]!, id: fulfillment_id, canceled_at }] : []
    await insertMissing(shop.orders.db, { orders: [{ ...order, id: order_id, display_id: 9100 + lines, items, fulfillments }] })
  }
  const stocked = async () => (await send(getInventoryItem, item)).body.inventory_item.stocked_quantity
  const said = async (line: string): Promise<number[]> =>
    (await send(listReservations, undefined, { query: `line_item_id=${line}` })).body.reservations.map(
      ({ quantity }: { quantity: number }) => quantity,
    )
  const picks = () => shop.db.collection('stock_picks').countDocuments()

  it('is taken exactly once when the order has the fulfillment', async () => {
    const before = await stocked()
    const one = await picked()
    await anOrder(one, true)
    await sweep({ replicas: 3 })
    expect([await stocked(), await said(one.line_item_id), await picks()]).toEqual([before - 2, [1], 0])
    await Promise.all([one.pick(), sweep(), sweep()])
    await sweep()
    expect([await stocked(), await said(one.line_item_id), await picks()]).toEqual([before - 2, [1], 0])
  })

  it.each([true, false])('is put back exactly once when the order lacks the fulfillment (order exists: %s)', async (isThere) => {
    const before = [await stocked(), await held()]
    const one = await picked()
    expect([await stocked(), await held()]).toEqual([before[0]! - 2, before[1]! + 1])
    if (isThere) await anOrder(one, false)
    await sweep({ replicas: 3 })
    await sweep()
    expect([await stocked(), await said(one.line_item_id), await picks()]).toEqual([before[0], isThere ? [3] : [], 0])
    expect(await held()).toBe(before[1]! + (isThere ? 3 : 0))
  })

  it('is settled by a report of the order, which also lowers the remaining reservation', async () => {
    const before = await stocked()
    const { order_id, line_item_id, fulfillment_id } = await picked()
    const body = { order_id, pick_id: fulfillment_id, has: true, lines: [{ line_item_id, quantity: 0 }] }
    for (let n = 0; n < 2; n++) expect((await send(settlePick, undefined, { body })).status).toBe(200)
    await sweep()
    expect([await stocked(), await said(line_item_id), await picks()]).toEqual([before - 2, [], 0])
  })

  it('is not reserved again by a report of an edit that arrives after that of the fulfillment', async () => {
    const [order_id, line_item_id, fulfillment_id] = [`order_p${++lines}`, `ordli_p${lines}`, `ful_p${lines}`]
    await send(createReservation, undefined, { body: { inventory_item_id: item, location_id, line_item_id, quantity: 3 } })
    expect((await claim(order_id, line_item_id, 5, 3)).status).toBe(200)
    const line = { line_item_id, variant_id, quantity: 2, unsent: 5, requires_shipping: false, title: 'One' }
    const place = { shipping_option_id: ids.shipping_option, location_id, seller_id: null }
    await send(pickStock, undefined, { body: { order_id, fulfillment_id, ...place, lines: [line] } })
    const sent = { order_id, pick_id: fulfillment_id, has: true, lines: [{ line_item_id, quantity: 3 }] }
    await send(settlePick, undefined, { body: sent })
    const late = { order_id, version: 2, lines: [{ line_item_id, quantity: 5 }] }
    expect((await send(settleStock, undefined, { body: late })).status).toBe(200)
    expect([await said(line_item_id), await claims()]).toEqual([[3], 1])

    const order = seededOrders().find(({ id }) => id === ids.packed_order)!
    const [first] = order.items
    const detail = { ...first!.detail, quantity: 5, fulfilled_quantity: 2 }
    const items = [{ ...first!, id: line_item_id, quantity: 5, detail }]
    await insertMissing(shop.orders.db, {
      orders: [{ ...order, id: order_id, display_id: 9100 + lines, items, fulfillments: [] }],
    })
    await sweep({ replicas: 2 })
    expect([await said(line_item_id), await claims()]).toEqual([[3], 0])
  })

  it('takes nothing from an edit that reserved more before the fulfillment was reported', async () => {
    const before = await stocked()
    const { order_id, line_item_id, fulfillment_id } = await picked()
    expect((await claim(order_id, line_item_id, 3, 1)).status).toBe(200)
    const edited = { order_id, version: 2, lines: [{ line_item_id, quantity: 3 }] }
    expect((await send(settleStock, undefined, { body: edited })).status).toBe(200)
    const late = { order_id, pick_id: fulfillment_id, has: true, lines: [{ line_item_id, quantity: 1 }] }
    expect((await send(settlePick, undefined, { body: late })).status).toBe(200)
    expect([await said(line_item_id), await claims(), await picks()]).toEqual([[3], 0, 1])

    const order = seededOrders().find(({ id }) => id === ids.packed_order)!
    const [line] = order.items
    const items = [{ ...line!, id: line_item_id, quantity: 5, detail: { ...line!.detail, quantity: 5, fulfilled_quantity: 2 } }]
    const fulfillments = [{ ...order.fulfillments[0]!, id: fulfillment_id, canceled_at: null }]
    await insertMissing(shop.orders.db, { orders: [{ ...order, id: order_id, display_id: 9100 + lines, items, fulfillments }] })
    await sweep({ replicas: 2 })
    expect([await stocked(), await said(line_item_id), await picks()]).toEqual([before - 2, [3], 0])
  })

  it.each([true, false])('is put back once if a requested cancellation was carried out: %s', async (isCanceled) => {
    const before = await stocked()
    const one = await picked()
    await anOrder(one, true, isCanceled ? new Date().toISOString() : null)
    await sweep()
    const { order_id, fulfillment_id, line_item_id } = one
    const items = [{ line_item_id, variant_id, inventory_item_id: item, quantity: 2 }]
    for (let n = 0; n < 2; n++)
      expect((await send(returnStock, undefined, { body: { order_id, fulfillment_id, location_id, items } })).status).toBe(200)
    await sweep({ replicas: 3 })
    await sweep()
    expect([await stocked(), await said(line_item_id), await picks()]).toEqual([
      before - (isCanceled ? 0 : 2),
      [isCanceled ? 3 : 1],
      0,
    ])
  })

  it('is left alone while the order may still be written', async () => {
    await picked()
    await sweep({ leftAfterMs: 60_000 })
    expect(await picks()).toBe(1)
  })
})

describe('returned goods whose receipt was never reported', () => {
  let orders = 0
  beforeAll(() => sweep())

  /** An order that received two units, the restock id of these goods, and a function that prepares restocking. */
  async function received() {
    const order = seededOrders().find(({ id }) => id === ids.receiving_order)!
    const [order_id, order_change_id] = [`order_r${++orders}`, `ordch_r${orders}`]
    const [line] = order.items
    const [change] = order.changes as object[]
    const whole = {
      ...order,
      ...{ id: order_id, display_id: 9300 + orders, items: [{ ...line!, variant_id }] },
      changes: [{ ...change, id: order_change_id, order_id, status: 'confirmed', taken_in_at: location_id }],
    }
    await insertMissing(shop.orders.db, { orders: [whole as never] })
    const body = { order_id, order_change_id }
    const actor = { type: 'service', id: 'pricing' } as const
    const { restock_id } = (await shop.orders.send(findUnsentLines, { body, actor })).body
    const lines = [{ line_item_id: line!.id, variant_id, quantity: 2 }]
    const prepare = (id: string) =>
      send(prepareRestock, undefined, { body: { order_id, order_change_id, restock_id: id, location_id, lines } })
    return { restock_id: restock_id as string, prepare }
  }
  const stocked = async () => (await send(getInventoryItem, item)).body.inventory_item.stocked_quantity
  const picks = () => shop.db.collection('stock_picks').countDocuments()

  it('are restocked exactly once, without a reservation, when the order received them', async () => {
    const before = [await stocked(), await held()]
    const { restock_id, prepare } = await received()
    for (let n = 0; n < 2; n++) expect((await prepare(restock_id)).status).toBe(200)
    expect([await stocked(), await picks()]).toEqual([before[0], 1])
    await sweep({ replicas: 3 })
    await sweep()
    expect([await stocked(), await held(), await picks()]).toEqual([before[0]! + 2, before[1], 0])
  })

  it('are forgotten when the order received other goods', async () => {
    const before = await stocked()
    const { restock_id, prepare } = await received()
    await prepare(`${restock_id}x`)
    await sweep({ replicas: 3 })
    expect([await stocked(), await picks()]).toEqual([before, 0])
  })

  it('are rejected at locations that do not stock them, or that were deleted', async () => {
    const aPlace = async (): Promise<string> =>
      (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body.stock_location.id
    const [other, closed] = [await aPlace(), await aPlace()]
    expect((await send(createLocationLevel, item, { body: { location_id: closed } })).status).toBe(200)
    expect((await send(deleteStockLocation, closed)).status).toBe(200)
    for (const elsewhere of [other, closed, null]) {
      const lines = [{ line_item_id: 'ordli_1', variant_id, quantity: 1 }]
      const body = { order_id: 'order_1', order_change_id: 'ordch_1', restock_id: 'ordch_1:1', location_id: elsewhere, lines }
      const { status, body: refused } = await send(prepareRestock, undefined, { body })
      expect([status, refused.message]).toEqual([400, `Cannot receive the Return at location ${elsewhere}`])
    }
    expect(await picks()).toBe(0)
  })
})
