import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PricingUnderTest, startPricing } from '../../test/service.ts'
import { deleteRecord, makeRecord, updateRecord } from './reservation-records.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const deadline = Date.now() + 60_000
const holding = (reservation_id: string, quantity: number) => ({ reservation_id, location_id: 'sloc_1', quantity })
const at = (held_at: number) => ({
  ...{ inventory_item_id: 'iitem_1', line_item_id: null, description: null, metadata: null, created_by: null },
  held_at,
})
const quantityOf = async (id: string) => (await service.deps.reservations.find(id, deadline))?.record.quantity

it('of several updates of a reservation, the one with the latest view of its item wins', async () => {
  const { reservations } = service.deps
  const id = 'resitem_1'
  await makeRecord(holding(id, 2), at(5), deadline, reservations)
  await updateRecord(holding(id, 3), { held_at: 4, deadline }, reservations)
  await deleteRecord(id, { held_at: 4, deadline }, reservations)
  expect(await quantityOf(id)).toBe(2)

  await updateRecord(holding(id, 4), { held_at: 6, deadline }, reservations)
  expect(await quantityOf(id)).toBe(4)
  await deleteRecord(id, { held_at: 8, deadline }, reservations)
  await makeRecord(holding(id, 5), at(7), deadline, reservations)
  await updateRecord(holding(id, 5), { held_at: 7, deadline }, reservations)
  expect(await quantityOf(id)).toBeUndefined()

  await makeRecord(holding(id, 6), at(9), deadline, reservations)
  expect(await quantityOf(id)).toBe(6)
})
