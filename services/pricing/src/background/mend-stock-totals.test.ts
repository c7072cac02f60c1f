import { createInventoryItem, createStockLocation, getInventoryItem, listInventoryItems } from '@souk/contracts'
import { lookOnce } from '@souk/runtime/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asAdmin } from '../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../test/service.ts'
import { mendStockTotals } from './mend-stock-totals.ts'

interface Kept {
  _id: string
  revision: number
  stocked_quantity?: number
  reserved_quantity?: number
}

let service: PricingUnderTest
let locations: string[]
beforeAll(async () => {
  service = await startPricing()
  const made = ['One', 'Two'].map((name) => send(createStockLocation, undefined, { body: { name } }))
  locations = (await Promise.all(made)).map(({ body }) => body.stock_location.id)
})
afterAll(() => service.stop())
beforeEach(() => items().deleteMany({}))

const send = asAdmin(() => service)
const items = () => service.db.collection<Kept>('inventory_items')
const kept = async (id: string) => (await items().findOne({ _id: id }))!

async function stocked(...quantities: number[]): Promise<string> {
  const location_levels = quantities.map((stocked_quantity, at) => ({ location_id: locations[at], stocked_quantity }))
  return (await send(createInventoryItem, undefined, { body: { location_levels } })).body.inventory_item.id
}

const logger = { warn: () => {} } as never
/** One pass by each of `replicas`, concurrently. @returns how many items were counted as repaired */
async function mend({ replicas = 1 } = {}) {
  const counted: number[] = []
  const metrics = { count: (_name: string, _help: string, by = 1) => void counted.push(by) }
  await lookOnce(replicas, () => mendStockTotals({ ...service.deps, metrics, logger, firstAfterMs: 0 }))
  return counted.reduce((sum, by) => sum + by, 0)
}

it('restores the sort position by stock of an item whose levels were changed by a replica of an earlier version', async () => {
  const [few, many] = [await stocked(1), await stocked(4, 6)]
  await items().updateOne({ _id: many }, { $set: { stocked_quantity: 0, reserved_quantity: 3 } })
  await items().updateOne({ _id: few }, { $unset: { stocked_quantity: '', reserved_quantity: '' } })
  const { etag } = await send(getInventoryItem, many)
  expect(await mend()).toBe(2)
  const listed = await send(listInventoryItems, undefined, { query: 'order=-stocked_quantity' })
  expect(listed.body.inventory_items.map(({ id }: { id: string }) => id)).toEqual([many, few])
  expect(await kept(many)).toMatchObject({ stocked_quantity: 10, reserved_quantity: 0, revision: 2 })
  expect((await send(getInventoryItem, many)).etag).not.toBe(etag) // so that clients notice the change
})

it('restores the totals of levels that a replica of an earlier version changed, or made', async () => {
  const id = await stocked(4, 6)
  const held = [{ reservation_id: 'r1', quantity: 0.1 }]
  const [sum, of] = ['location_levels.0.reserved_quantity', 'location_levels.1.reserved_quantity']
  await items().updateOne({ _id: id }, { $set: { 'location_levels.0.held': held }, $unset: { [of]: '' } })
  expect(await mend()).toBe(1)
  expect(await kept(id)).toMatchObject({ reserved_quantity: 0.1, revision: 2 })
  const levels = (await items().findOne<{ location_levels: object[] }>({ _id: id }))!.location_levels
  expect(levels).toMatchObject([
    { held, reserved_quantity: 0.1 },
    { held: [], reserved_quantity: 0 },
  ])
  await items().updateOne({ _id: id }, { $set: { [sum]: 3 } })
  expect([await mend(), await mend()]).toEqual([1, 0])
})

it('leaves correct totals unchanged, even when floating-point addition is inexact', async () => {
  const [whole, fraction] = [await stocked(2, 3), await stocked(0.1, 0.2)]
  expect(await mend()).toBe(0)
  expect(await kept(whole)).toMatchObject({ stocked_quantity: 5, revision: 1 })
  expect(await kept(fraction)).toMatchObject({ stocked_quantity: 0.3, revision: 1 })
})

it('repairs each of 1,200 items exactly once, even with concurrent replicas', async () => {
  const id = await stocked(7)
  const { _id, ...item } = { ...(await kept(id)), stocked_quantity: 1 }
  const others = Array.from({ length: 1200 }, (_, n) => ({ ...item, _id: `iitem_${String(n).padStart(4, '0')}` }))
  await items().insertMany(others)
  expect(await mend({ replicas: 2 })).toBe(1200)
  expect(await items().distinct('stocked_quantity')).toEqual([7])
  expect(await items().distinct('revision', { _id: { $ne: id } })).toEqual([2])
})
