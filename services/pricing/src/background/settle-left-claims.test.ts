import { claimStock, createInventoryItem, createProduct, createStockLocation, getInventoryItem } from '@souk/contracts'
import { createLogger } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { seededOrders } from '../../../../tools/seed/orders.ts'
import { aName, asAdmin } from '../../test/as-admin.ts'
import { startShop } from '../../test/service.ts'
import { settleLeftClaims } from './settle-left-claims.ts'

type Shop = Awaited<ReturnType<typeof startShop>>
let shop: Shop
let item: string
let variant_id: string
const send = asAdmin(() => shop)

beforeAll(async () => {
  shop = await startShop()
  const { stock_location } = (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body
  const location_levels = [{ location_id: stock_location.id, stocked_quantity: 100 }]
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

/** One look of each replica, at the same time. */
async function sweep({ replicas = 1, leftAfterMs = -1000 } = {}) {
  const logger = createLogger('pricing', 'silent')
  const running = Array.from({ length: replicas }, () => settleLeftClaims({ ...shop.deps, logger, leftAfterMs, firstAfterMs: 0 }))
  await Promise.all(running.map(({ first }) => first))
  await Promise.all(running.map((one) => one.stop()))
}
const claim = (order_id: string, line_item_id: string, wanted: number, present = 0) =>
  send(claimStock, undefined, {
    body: { order_id, version: 2, sales_channel_id: null, lines: [{ line_item_id, variant_id, present, wanted }] },
  })
const held = async () => (await send(getInventoryItem, item)).body.inventory_item.reserved_quantity
const claims = () => shop.db.collection('stock_claims').countDocuments()

describe('claimed stock of which nobody told what became of it', () => {
  it('is let go of when the order does not need it, however many look at once', async () => {
    await claim('order_unknown', 'ordli_unknown', 7)
    expect(await held()).toBe(7)
    await sweep({ replicas: 3 })
    expect([await held(), await claims()]).toEqual([0, 0])
  })

  it('stays with an order that needs it', async () => {
    const [first] = seededOrders()
    const order = { ...first!, id: 'order_needing', display_id: 9001, fulfillments: [] }
    const [line] = order.items
    const items = [{ ...line!, quantity: 4, detail: { ...line!.detail, quantity: 4, fulfilled_quantity: 1 } }]
    await insertMissing(shop.orders.db, { orders: [{ ...order, items }] })
    await claim(order.id, line!.id, 6)
    await sweep()
    expect([await held(), await claims()]).toEqual([3, 0])
  })

  it('waits while its change may still be under way', async () => {
    await claim('order_late', 'ordli_late', 2)
    const before = await held()
    await sweep({ leftAfterMs: 60_000 })
    expect([await held(), await claims()]).toEqual([before, 1])
  })
})
