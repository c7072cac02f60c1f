import {
  claimStock,
  createInventoryItem,
  createProduct,
  createReservation,
  createStockLocation,
  getInventoryItem,
  pickStock,
  reserveCheckoutStock,
  returnIdOf,
  returnStock,
  settlePick,
  settleStock,
} from '@souk/contracts'
import { createLogger } from '@souk/runtime'
import { lookOnce } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ids } from '../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../../tools/seed/orders.ts'
import { seededShippingOptions } from '../../../../tools/seed/shipping.ts'
import { aName, asAdmin } from '../../test/as-admin.ts'
import { startShop } from '../../test/service.ts'
import { settleLeftClaims } from './settle-left-claims.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let item: string
let variant_id: string
let location_id: string
let made = 0
let order_id: string
let line_item_id: string
const send = asAdmin(() => shop)

beforeAll(async () => {
  shop = await startShop()
  await insertMissing(shop.db, { shipping_options: seededShippingOptions })
  const { stock_location } = (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body
  location_id = stock_location.id
  const location_levels = [{ location_id, stocked_quantity: 100 }]
  item = (await send(createInventoryItem, undefined, { body: { location_levels } })).body.inventory_item.id
  const inventory_items = [{ inventory_item_id: item }]
  const variant = { title: 'One', options: { Size: 'One' }, manage_inventory: true, inventory_items, prices: [] }
  const body = { title: aName('Product'), options: [{ title: 'Size', values: ['One'] }], variants: [variant] }
  variant_id = (await send(createProduct, undefined, { body: body as never })).body.product.variants[0].id
})
afterAll(() => shop.stop())
beforeEach(() => {
  made++
  order_id = `order_changed${made}`
  line_item_id = `ordli_changed${made}`
})

async function sweep(replicas = 1) {
  const logger = createLogger('pricing', 'silent')
  await lookOnce(replicas, () => settleLeftClaims({ ...shop.deps, logger, leftAfterMs: -1000, firstAfterMs: 0 }))
}
const claim = (version: number, present: number, wanted: number) =>
  send(claimStock, undefined, {
    body: { order_id, version, sales_channel_id: null, lines: [{ line_item_id, variant_id, present, wanted }] },
  })
/** An edit to that many unsent units, from the claim to the report of its outcome. */
async function edit(present: number, wanted: number, sent = 0) {
  const [order] = seededOrders()
  const [line] = order!.items
  const quantity = wanted + sent
  const items = [{ ...line!, id: line_item_id, quantity, detail: { ...line!.detail, quantity, fulfilled_quantity: sent } }]
  const edited = { ...order!, id: order_id, display_id: 9500 + made, version: 3, items, fulfillments: [] }
  await insertMissing(shop.orders.db, { orders: [edited] })
  await claim(3, present, wanted)
  const body = { order_id, version: 3, lines: [{ line_item_id, quantity: wanted }] }
  expect((await send(settleStock, undefined, { body })).status).toBe(200)
}
/** One pass of the sweep, whose first look at the order shows that many units: the change is made before the pass goes on. */
async function sweptDuring(change: () => Promise<void>, seen: number, { replicas = 1, parcels = [] as string[] } = {}) {
  const { orders } = shop.deps
  const { findUnsentLines } = orders
  const fulfillments = parcels.map((id) => ({ id, is_canceled: false }))
  let start = () => {}
  const changed = new Promise<void>((resolve) => {
    start = resolve
  }).then(change)
  let looks = 0
  const look = vi.spyOn(orders, 'findUnsentLines').mockImplementation(async (...asked) => {
    if (asked[0] !== order_id || ++looks > replicas) return findUnsentLines(...asked)
    if (looks === replicas) start()
    await changed
    return { lines: [{ line_item_id, quantity: seen }], fulfillments, restock_id: null }
  })
  await sweep(replicas)
  look.mockRestore()
}
const held = async (): Promise<number> =>
  (await shop.deps.reservations.list({ line_item_id }, Date.now() + 30_000)).reduce((sum, { quantity }) => sum + quantity, 0)
const left = async () =>
  Promise.all(['stock_claims', 'stock_picks', 'checkout_stock'].map((name) => shop.db.collection(name).countDocuments()))

describe('units that an edit adds while older lines of its order are applied', () => {
  it.each([1, 2])('stay reserved beside a claim, with %d replicas', async (replicas) => {
    await claim(2, 0, 2)
    await sweptDuring(() => edit(2, 5), 2, { replicas })
    for (let n = 0; n < 2; n++) await sweep(replicas)
    expect([await held(), await left()]).toEqual([5, [0, 0, 0]])
  })

  /** Two of the line's three reserved units are picked for a parcel. */
  async function aParcel() {
    await send(createReservation, undefined, { body: { inventory_item_id: item, location_id, line_item_id, quantity: 3 } })
    const fulfillment_id = `ful_changed${made}`
    const line = { line_item_id, variant_id, quantity: 2, unsent: 3, requires_shipping: false, title: 'One' }
    const place = { shipping_option_id: ids.shipping_option, location_id, seller_id: null }
    const picked = await send(pickStock, undefined, { body: { order_id, fulfillment_id, ...place, lines: [line] } })
    expect(picked.status).toBe(200)
    return fulfillment_id
  }

  it('stay reserved beside a parcel', async () => {
    const fulfillment_id = await aParcel()
    await sweptDuring(() => edit(1, 4, 2), 1, { parcels: [fulfillment_id] })
    for (let n = 0; n < 2; n++) await sweep()
    expect([await held(), await left()]).toEqual([4, [0, 0, 0]])
  })

  it('stay reserved when the report of a parcel lowers the line to what was left before', async () => {
    const pick_id = await aParcel()
    const { stockClaims } = shop.deps
    const { overtake } = stockClaims
    const late = vi.spyOn(stockClaims, 'overtake').mockImplementationOnce(async (...asked) => {
      await edit(1, 4, 2)
      return overtake(...asked)
    })
    const body = { order_id, pick_id, has: true, lines: [{ line_item_id, quantity: 1 }] }
    expect((await send(settlePick, undefined, { body })).status).toBe(200)
    late.mockRestore()
    for (let n = 0; n < 2; n++) await sweep()
    expect([await held(), await left()]).toEqual([4, [0, 0, 0]])
  })

  it('stay reserved beside a checkout', async () => {
    const lines = [{ order_id, line_item_id, variant_id, quantity: 2 }]
    const checkout = { cart_id: `cart_changed${made}`, epoch: 1, sales_channel_id: null, lines }
    expect((await send(reserveCheckoutStock, undefined, { body: checkout })).status).toBe(200)
    await sweptDuring(() => edit(2, 5), 2)
    for (let n = 0; n < 2; n++) await sweep()
    expect([await held(), await left()]).toEqual([5, [0, 0, 0]])
  })
})

it('a parcel that is canceled again, while the sweep drops the first attempt, comes back once', async () => {
  const stocked = async () => (await send(getInventoryItem, item)).body.inventory_item.stocked_quantity
  const before = await stocked()
  const fulfillment_id = `ful_changed${made}`
  const items = [{ line_item_id, variant_id, inventory_item_id: item, quantity: 2 }]
  const prepare = async () =>
    expect((await send(returnStock, undefined, { body: { order_id, fulfillment_id, location_id, items } })).status).toBe(200)
  await prepare()
  await sweptDuring(prepare, 0, { parcels: [fulfillment_id] })
  const canceled = { order_id, pick_id: returnIdOf(fulfillment_id), has: false, lines: [{ line_item_id, quantity: 2 }] }
  for (let n = 0; n < 2; n++) expect((await send(settlePick, undefined, { body: canceled })).status).toBe(200)
  expect([await stocked(), await held(), await left()]).toEqual([before + 2, 2, [0, 0, 0]])
})
