import {
  claimStock,
  createInventoryItem,
  createProduct,
  createReservation,
  createStockLocation,
  deleteReservation,
  getInventoryItem,
  listReservations,
  settleStock,
  updateReservation,
} from '@souk/contracts'
import { createLogger, mintOpId } from '@souk/runtime'
import { lookOnce, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aName, asAdmin } from '../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../test/service.ts'
import { settleLeftClaims } from '../background/settle-left-claims.ts'

let service: PricingUnderTest
let one: string
let two: string
const send = asAdmin(() => service)

beforeAll(async () => {
  service = await startPricing()
  one = await aLocation()
  two = await aLocation()
})
afterAll(() => service.stop())

const aLocation = async (): Promise<string> =>
  (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body.stock_location.id
async function anItem(): Promise<string> {
  const location_levels = [one, two].map((location_id) => ({ location_id, stocked_quantity: 100 }))
  return (await send(createInventoryItem, undefined, { body: { location_levels } })).body.inventory_item.id
}
async function reserved(inventory_item_id: string, quantity: number): Promise<string> {
  const body = { inventory_item_id, location_id: one, quantity }
  return (await send(createReservation, undefined, { body })).body.reservation.id
}
/** Reserved quantities at both locations. */
const held = async (id: string): Promise<number[]> =>
  (await send(getInventoryItem, id)).body.inventory_item.location_levels.map(
    (level: { reserved_quantity: number }) => level.reserved_quantity,
  )
interface Said {
  id: string
  location_id: string
  quantity: number
}
const said = async (item: string): Promise<Said[]> =>
  (await send(listReservations, undefined, { query: `inventory_item_id=${item}` })).body.reservations
const placesOf = async (item: string) => (await said(item)).map(({ location_id, quantity }) => [location_id, quantity])
const changes = () => service.db.collection('reservation_changes').countDocuments()

/** Makes the request fail at its first write to the collection; its earlier writes remain. */
async function endedAt(collection: 'reservations' | 'inventory_items', request: () => Promise<{ status: number }>) {
  await service.db.command({ collMod: collection, validator: { never: { $exists: true } } })
  const { status } = await request().finally(() => service.db.command({ collMod: collection, validator: {} }))
  expect(status).toBe(500)
}
/** One pass by each replica, concurrently. */
async function sweep({ replicas = 1, leftAfterMs = -1000 } = {}) {
  const logger = createLogger('pricing', 'silent')
  await lookOnce(replicas, () => settleLeftClaims({ ...service.deps, logger, leftAfterMs, firstAfterMs: 0 }))
}

describe('a reservation whose request ended after the item was written', () => {
  it('is released once, even with concurrent sweeps', async () => {
    const item = await anItem()
    await reserved(item, 2)
    const body = { inventory_item_id: item, location_id: one, quantity: 7 }
    await endedAt('reservations', () => send(createReservation, undefined, { body }))
    expect([await held(item), await placesOf(item)]).toEqual([[9, 0], [[one, 2]]])

    await sweep({ leftAfterMs: 60_000 })
    expect([await held(item), await changes()]).toEqual([[9, 0], 1])
    await sweep({ replicas: 3 })
    await sweep()
    expect([await held(item), await placesOf(item), await changes()]).toEqual([[2, 0], [[one, 2]], 0])
  })

  it('is completed when the request is repeated', async () => {
    const item = await anItem()
    const request = { op_id: mintOpId(Date.now()), body: { inventory_item_id: item, location_id: one, quantity: 7 } }
    await endedAt('reservations', () => send(createReservation, undefined, request))

    expect((await send(createReservation, undefined, request)).status).toBe(200)

    expect([await held(item), await placesOf(item), await changes()]).toEqual([[7, 0], [[one, 7]], 0])
  })

  describe('and whose request is repeated after the sweep', () => {
    async function swept() {
      const item = await anItem()
      const body = { inventory_item_id: item, location_id: one, quantity: 7 }
      const request = { idempotency_key: aName('Reservation'), body }
      await endedAt('reservations', () => send(createReservation, undefined, request))
      await sweep()
      expect([await held(item), await changes()]).toEqual([[0, 0], 0])
      return { item, repeat: () => send(createReservation, undefined, request) }
    }

    it('is held again', async () => {
      const { item, repeat } = await swept()
      const first = await repeat()
      const second = await repeat()
      expect([first.status, first.body.reservation.quantity, second.body]).toEqual([200, 7, first.body])
      expect([await held(item), await placesOf(item), await changes()]).toEqual([[7, 0], [[one, 7]], 0])
    })

    it('is refused if there is not enough any more', async () => {
      const { item, repeat } = await swept()
      await reserved(item, 95)
      expect(refusal(await repeat())).toEqual([400, 'not_allowed', expect.stringContaining('Not enough stock available')])
      expect([await held(item), await placesOf(item), await changes()]).toEqual([[95, 0], [[one, 95]], 0])
    })
  })

  it('is adjusted to the quantity and location that its item holds', async () => {
    const item = await anItem()
    const id = await reserved(item, 2)
    const body = { location_id: two, quantity: 5 }
    await endedAt('reservations', () => send(updateReservation, id, { body }))
    expect([await held(item), await placesOf(item)]).toEqual([[0, 5], [[one, 2]]])

    await sweep({ replicas: 3 })

    expect([await held(item), await placesOf(item), await changes()]).toEqual([[0, 5], [[two, 5]], 0])
  })

  it('holds nothing when it was deleted meanwhile', async () => {
    const item = await anItem()
    const id = await reserved(item, 2)
    await endedAt('reservations', () => send(updateReservation, id, { body: { quantity: 5 } }))
    expect((await send(deleteReservation, id)).status).toBe(200)
    await sweep()
    expect([await held(item), await changes()]).toEqual([[0, 0], 0])
  })
})

describe('a deleted reservation whose request ended before the item was written', () => {
  async function deleted() {
    const item = await anItem()
    const [id] = [await reserved(item, 2), await reserved(item, 3)]
    await endedAt('inventory_items', () => send(deleteReservation, id))
    expect([await held(item), await placesOf(item)]).toEqual([[5, 0], [[one, 3]]])
    return { item, id }
  }

  it('is released once by the item, even with concurrent sweeps', async () => {
    const { item } = await deleted()
    await sweep({ replicas: 3 })
    await sweep()
    expect([await held(item), await placesOf(item), await changes()]).toEqual([[3, 0], [[one, 3]], 0])
  })

  it('is released once by the item when it is deleted again', async () => {
    const { item, id } = await deleted()
    const answers = await Promise.all([1, 2, 3].map(() => send(deleteReservation, id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await held(item)).toEqual([3, 0])
    expect((await send(deleteReservation, id)).status).toBe(200)
    await sweep()
    expect([await held(item), await placesOf(item), await changes()]).toEqual([[3, 0], [[one, 3]], 0])
  })
})

it('a rejected change leaves nothing to settle', async () => {
  const item = await anItem()
  const id = await reserved(item, 2)
  const body = { inventory_item_id: item, location_id: one, quantity: 200 }
  const answers = await Promise.all([
    send(createReservation, undefined, { body }),
    send(updateReservation, id, { body: { quantity: 200 } }),
    send(updateReservation, id, { body: { quantity: 3 }, if_match: '"9"' }),
    send(deleteReservation, id, { if_match: '"9"' }),
    send(deleteReservation, 'resitem_none'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 412, 412, 200])
  expect([await held(item), await placesOf(item), await changes()]).toEqual([[2, 0], [[one, 2]], 0])
})

it('keeps both of two changes at the same time, of the quantity and of the location', async () => {
  const item = await anItem()
  const id = await reserved(item, 3)
  const { inventoryItems } = service.deps
  const { update } = inventoryItems
  const second = vi.spyOn(inventoryItems, 'update').mockImplementationOnce(async (...asked) => {
    expect((await send(updateReservation, id, { body: { quantity: 5 } })).status).toBe(200)
    return update(...asked)
  })
  const { body } = await send(updateReservation, id, { body: { location_id: two } })
  second.mockRestore()
  expect(body.reservation).toMatchObject({ location_id: two, quantity: 5 })
  expect([await held(item), await placesOf(item), await changes()]).toEqual([[0, 5], [[two, 5]], 0])
})

it('an order line gets its reservation back when a rejected change is made again', async () => {
  const item = await anItem()
  const variant = { title: 'One', manage_inventory: true, inventory_items: [{ inventory_item_id: item }], prices: [] }
  const options = [{ title: 'Size', values: ['One'] }]
  const product = { title: aName('Product'), options, variants: [variant] }
  const variant_id = (await send(createProduct, undefined, { body: product as never })).body.product.variants[0].id
  const lines = [{ line_item_id: aName('ordli'), variant_id, present: 0, wanted: 4 }]
  const [order_id] = [aName('order')]
  const claim = () => send(claimStock, undefined, { body: { order_id, version: 2, sales_channel_id: null, lines } })
  const settle = (quantity: number) =>
    send(settleStock, undefined, {
      body: { order_id, version: 2, lines: quantity === 0 ? [] : [{ line_item_id: lines[0]!.line_item_id, quantity }] },
    })

  await claim()
  await settle(0)
  expect([await held(item), await placesOf(item)]).toEqual([[0, 0], []])
  await claim()
  expect([await held(item), await placesOf(item)]).toEqual([[4, 0], [[one, 4]]])
  await settle(3)
  expect([await held(item), await placesOf(item)]).toEqual([[3, 0], [[one, 3]]])
})
