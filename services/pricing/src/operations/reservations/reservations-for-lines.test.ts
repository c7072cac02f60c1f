import {
  createInventoryItem,
  createReservation,
  createVariantInventoryItem,
  createVendorReservation,
  deleteVendorReservation,
  getInventoryItem,
  listReservations,
  type Operation,
} from '@souk/contracts'
import type { CallOptions } from '@souk/runtime/testing'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seedPricing } from '../../../../../tools/seed/pricing.ts'
import { anItem } from '../../../../orders/test/builders.ts'
import { anOrderRecord } from '../../../../orders/test/records.ts'
import { ADMIN } from '../../../test/actors.ts'
import { memberOf } from '../../../test/builders.ts'
import { startShop } from '../../../test/service.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop()
  await seedPricing(shop.db)
  const params = { id: ids.second_product, variant_id: ids.third_variant }
  const location_levels = [{ location_id: ids.stock_location, stocked_quantity: 5 }]
  item = (await admin(createInventoryItem, { body: { title: 'Lamp', location_levels } })).inventory_item.id
  await admin(createVariantInventoryItem, { params, body: { inventory_item_id: item, required_quantity: 1 } })
})
afterAll(() => shop.stop())

let item: string
const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
  shop.call(operation, { actor: ADMIN, ...options })
let made = 0
async function aLineOf(seller_id: string | null): Promise<string> {
  const line = `ordli_${++made}`
  await insertMissing(shop.orders.db, { orders: [anOrderRecord({ seller_id, items: [anItem({ id: line })] })] })
  return line
}
const bodyFor = (line_item_id: string | null) => ({
  inventory_item_id: item,
  location_id: ids.stock_location,
  quantity: 1,
  line_item_id,
})
const reserve = (line: string | null) =>
  shop.send(createVendorReservation, { actor: memberOf(ids.seller), body: bodyFor(line), tries: 6 })
const held = async () => (await admin(getInventoryItem, { params: { id: item } })).inventory_item.reserved_quantity
const countFor = async (line: string) => (await admin(listReservations, { query: `line_item_id=${line}` })).count

it('sellers reserve for lines of their own orders or without a line, and may delete these reservations', async () => {
  const line = await aLineOf(ids.seller)
  const made = [await reserve(line), await reserve(null)]
  expect(made.map(({ status, body }) => [status, body.reservation?.line_item_id])).toEqual([
    [201, line],
    [201, null],
  ])
  expect(await held()).toBe(2)
  for (const { body } of made) {
    const params = { id: body.reservation.id }
    expect((await shop.send(deleteVendorReservation, { actor: memberOf(ids.seller), params })).status).toBe(200)
  }
  expect(await held()).toBe(0)
})

it('sellers get 404 for lines of other sellers, of the marketplace and unknown ones', async () => {
  for (const line of [await aLineOf(ids.foreign_seller), await aLineOf(null), 'ordli_none']) {
    expect(refusal(await reserve(line))).toEqual([404, 'not_found', `Line item with id: ${line} was not found`])
    expect(await countFor(line)).toBe(0)
  }
  expect(await held()).toBe(0)
})

it('administrators may reserve for any line', async () => {
  const line = await aLineOf(ids.foreign_seller)
  expect((await admin(createReservation, { body: bodyFor(line) })).reservation.line_item_id).toBe(line)
})
