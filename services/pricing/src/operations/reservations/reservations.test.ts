import {
  createInventoryItem,
  createLocationLevel,
  createReservation,
  createStockLocation,
  deleteReservation,
  getInventoryItem,
  getReservation,
  listReservations,
  updateReservation,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aName, asAdmin } from '../../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
let second: PricingUnderTest
let one: string
let two: string
const send = asAdmin(() => service)

beforeAll(async () => {
  service = await startPricing()
  second = await startPricing(service.servers)
  one = await aLocation()
  two = await aLocation()
})
afterAll(async () => {
  await second.stop()
  await service.stop()
})

const aLocation = async (): Promise<string> =>
  (await send(createStockLocation, undefined, { body: { name: aName('Location') } })).body.stock_location.id
async function anItem(stocked_quantity: number): Promise<string> {
  const location_levels = [one, two].map((location_id) => ({ location_id, stocked_quantity }))
  return (await send(createInventoryItem, undefined, { body: { location_levels } })).body.inventory_item.id
}
const reserve = (inventory_item_id: string, quantity: number, more: object = {}) =>
  send(createReservation, undefined, { body: { inventory_item_id, location_id: one, quantity, ...more } })
const reserved = async (item: string, quantity: number, more: object = {}) =>
  (await reserve(item, quantity, more)).body.reservation
const update = (id: string, body: object, options: object = {}) => send(updateReservation, id, { body, ...options })
/** Reserved quantities at both locations. */
const held = async (id: string): Promise<number[]> =>
  (await send(getInventoryItem, id)).body.inventory_item.location_levels.map(
    (level: { reserved_quantity: number }) => level.reserved_quantity,
  )
const list = async (query: string) => (await send(listReservations, undefined, { query })).body
const notEnough = (item: string, location = one) => [
  400,
  'not_allowed',
  `Not enough stock available for item ${item} at location ${location}`,
]

describe('a reservation', () => {
  it('is created, and reserves its quantity of the item', async () => {
    const item = await anItem(100)
    const body = { line_item_id: 'line-item-id-1', description: 'test description', quantity: 1, location_id: one }
    const reservation = await reserved(item, 1, body)
    expect(reservation).toMatchObject({
      id: expect.stringMatching(/^resitem_/),
      ...body,
      inventory_item_id: item,
      metadata: null,
      inventory_item: { id: item, reserved_quantity: 1 },
    })
    expect(reservation).not.toHaveProperty('held_at')
    expect((await send(getReservation, reservation.id)).body.reservation).toEqual(reservation)
    expect(await held(item)).toEqual([1, 0])
  })

  it('is rejected for insufficient stock, unknown items and unknown locations', async () => {
    const item = await anItem(5)
    expect(refusal(await reserve(item, 6))).toEqual(notEnough(item))
    const { id } = await reserved(item, 4)
    expect(refusal(await reserve(item, 2))).toEqual(notEnough(item))
    expect(refusal(await update(id, { quantity: 6 }))).toEqual(notEnough(item))
    expect(await held(item)).toEqual([4, 0])
    expect(refusal(await reserve(item, 1, { location_id: 'sloc_none' }))).toEqual([
      404,
      'not_found',
      `Item ${item} is not stocked at location sloc_none`,
    ])
    expect(refusal(await reserve('iitem_none', 1))).toEqual([
      404,
      'not_found',
      `Item iitem_none is not stocked at location ${one}`,
    ])
    const tooSmall = "Invalid request: Value for field 'quantity' too small, expected at least: '0'"
    for (const quantity of [0, -1]) expect(refusal(await reserve(item, quantity))).toEqual([400, 'invalid_data', tooSmall])
  })

  it('is updated in quantity and location', async () => {
    const item = await anItem(5)
    const { id } = await reserved(item, 1)
    expect((await update(id, { description: 'test description 1' })).body.reservation.description).toBe('test description 1')
    expect((await update(id, { quantity: 5 })).body.reservation.quantity).toBe(5)
    expect(await held(item)).toEqual([5, 0])
    expect((await update(id, { location_id: two })).body.reservation).toMatchObject({ location_id: two, quantity: 5 })
    expect(await held(item)).toEqual([0, 5])
    for (const body of [{ quantity: 1 }, { description: 'a' }])
      expect((await update(id, body, { if_match: '"1"' })).status).toBe(412)
    expect((await update(id, { quantity: 1 }, { if_match: '"4"' })).status).toBe(200)
    expect(await held(item)).toEqual([0, 1])
  })

  it('supports fractions of a unit, with exact arithmetic', async () => {
    const item = await anItem(1.5)
    for (const quantity of [0.7, 0.1, 0.2]) expect((await reserve(item, quantity)).status).toBe(200)
    expect(await held(item)).toEqual([1, 0])
    expect(refusal(await reserve(item, 0.500001))).toEqual(notEnough(item))
    const { id } = await reserved(item, 0.5)
    expect((await update(id, { quantity: 0.3 })).body.reservation.quantity).toBe(0.3)
    expect(await held(item)).toEqual([1.3, 0])
  })

  it('is deleted, and releases its quantity', async () => {
    const item = await anItem(5)
    const { id } = await reserved(item, 5)
    expect((await send(deleteReservation, id)).body).toEqual({ id, object: 'reservation', deleted: true })
    expect(await held(item)).toEqual([0, 0])
    expect(refusal(await send(getReservation, id))).toEqual([404, 'not_found', `Reservation with id: ${id} was not found`])
    for (const body of [{ quantity: 1 }, { description: 'a' }])
      expect(refusal(await update(id, body))).toEqual([400, 'invalid_data', `Reservation item with id ${id} not found`])
    expect((await send(deleteReservation, id)).status).toBe(200)
    expect(await held(item)).toEqual([0, 0])
  })
})

describe('concurrent requests at two replicas', () => {
  it('reserve everything in stock, and never more', async () => {
    const item = await anItem(10)
    const answers = await Promise.all(Array.from({ length: 30 }, () => reserve(item, 1)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(refusal(answer)).toEqual(notEnough(item))
    expect(await held(item)).toEqual([10, 0])
    expect((await list(`inventory_item_id=${item}`)).count).toBe(10)
  })

  it('create one reservation for a repeated op-id', async () => {
    const item = await anItem(10)
    const options = { op_id: mintOpId(Date.now()), body: { inventory_item_id: item, location_id: one, quantity: 3 } }
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(createReservation, undefined, options)))
    expect(new Set(answers.map(({ body }) => body.reservation?.id)).size).toBe(1)
    expect(await held(item)).toEqual([3, 0])
  })

  it('leave a reservation with the quantity that its item holds for it', async () => {
    const item = await anItem(100)
    const { id } = await reserved(item, 1)
    await Promise.all(Array.from({ length: 12 }, (_, n) => update(id, { quantity: n + 2 })))
    const { quantity } = (await send(getReservation, id)).body.reservation
    expect(await held(item)).toEqual([quantity, 0])
  })

  it('leave nothing reserved for a reservation deleted meanwhile', async () => {
    const item = await anItem(100)
    for (let n = 0; n < 5; n++) {
      const { id } = await reserved(item, 1)
      await Promise.all([
        update(id, { quantity: 7 }),
        send(deleteReservation, id),
        update(id, { quantity: 9 }),
        send(deleteReservation, id),
      ])
    }
    expect(await held(item)).toEqual([0, 0])
  })
})

it('lists are filtered by location, item, quantity, date, line item and description', async () => {
  const [first, other] = [await anItem(10), await anItem(10)]
  const a = await reserved(first, 2, { line_item_id: 'ordli_a' })
  const b = await reserved(other, 1, { description: 'test description' })
  const both = `inventory_item_id[0]=${first}&inventory_item_id[1]=${other}`
  const idsOf = async (query: string) => (await list(`${both}&${query}`)).reservations.map(({ id }: { id: string }) => id)
  expect(await idsOf(`location_id[]=${one}`)).toEqual([a.id, b.id])
  expect(await idsOf('order=-created_at&limit=1')).toEqual([b.id])
  expect(await idsOf('quantity[$gt]=1')).toEqual([a.id])
  expect(await idsOf(`created_at[$gte]=${b.created_at}`)).toEqual([b.id])
  expect(await idsOf('line_item_id[0]=ordli_a')).toEqual([a.id])
  expect(await idsOf('description=test description')).toEqual([b.id])
  expect(await idsOf('description=description')).toEqual([])
  expect(await idsOf('description[$ilike]=%25descri%25')).toEqual([b.id])
  expect(await idsOf('description[$ilike]=description%25')).toEqual([])
  expect(await idsOf('description[$re]=description%24')).toEqual([b.id])
  expect(await idsOf('description[$ilike]=%25description')).toEqual([b.id])
  const withItems = await list(`${both}&fields=%2binventory_item.*`)
  expect(withItems).toMatchObject({ count: 2, limit: 20, reservations: [{ inventory_item: { id: first } }, {}] })
})

it('lists are searched by description and by the words of items', async () => {
  const sku = aName('searched').replaceAll(' ', '-')
  const item = (await send(createInventoryItem, undefined, { body: { sku, title: 'Quilted jacket' } })).body.inventory_item.id
  await send(createLocationLevel, item, { body: { location_id: one, stocked_quantity: 5 } })
  const other = await anItem(10)
  const a = await reserved(item, 1)
  const b = await reserved(other, 1, { description: 'A jacket for the window' })
  await reserved(other, 1)
  const idsOf = async (query: string) => (await list(query)).reservations.map(({ id }: { id: string }) => id)
  expect(await idsOf('q=jacket')).toEqual([a.id, b.id])
  expect(await idsOf(`q=${sku.slice(2)}`)).toEqual([a.id])
  expect(await idsOf('q=quilt')).toEqual([a.id])
  expect(await idsOf(`q=jacket&inventory_item_id=${other}`)).toEqual([b.id])
  expect(await idsOf('q=nothing')).toEqual([])
})
