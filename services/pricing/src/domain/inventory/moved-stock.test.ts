import { describe, expect, it } from 'vitest'
import { type InventoryItemRecord, reserved } from './inventory-item.ts'
import { holdingsOf, type LineHold } from './line-stock.ts'
import { allSettled, moved } from './moved-stock.ts'

const level = (location_id: string, stocked_quantity: number) => ({
  id: `ilev_${location_id}`,
  location_id,
  stocked_quantity,
  held: [],
})
/** Stocked at `a`, `b`, …; the first line holds three units at `a`, and the second one. */
const item = (...stocked: number[]) => {
  const location_levels = stocked.map((quantity, n) => level('abc'[n]!, quantity))
  const free = { id: 'iitem_1', location_levels } as unknown as InventoryItemRecord
  const first = reserved(free, { reservation_id: 'r1', location_id: 'a', quantity: 3 })
  return reserved(first, { reservation_id: 'r2', location_id: 'a', quantity: 1 })
}
const hold = (id: string, quantity: number): LineHold => ({
  reservation_ids: [id],
  quantity,
  allow_backorder: false,
  location_ids: new Set(),
})
const held = (one: InventoryItemRecord) =>
  holdingsOf(one, ['r1', 'r2']).map(({ reservation_id, location_id, quantity }) => `${reservation_id}@${location_id}:${quantity}`)

describe('units that move between lines of an order', () => {
  it.each<[string, InventoryItemRecord, number, number, string[]]>([
    ['all of them', item(4), 1, 3, ['r1@a:1', 'r2@a:3']],
    ['none while there is enough besides', item(6), 1, 3, ['r1@a:3', 'r2@a:3']],
    ['no more than needed', item(5), 0, 3, ['r1@a:2', 'r2@a:3']],
    ['none while another location has enough', item(4, 3), 1, 3, ['r1@a:3', 'r2@b:3']],
    ['the whole line', item(4), 0, 4, ['r2@a:4']],
  ])('are %s', (_what, before, left, wanted, expected) => {
    const after = moved(before, { shrinking: [hold('r1', left)], growing: [hold('r2', wanted)] })
    expect(held(after)).toEqual(expected)
    expect(held(moved(after, { shrinking: [hold('r1', left)], growing: [hold('r2', wanted)] }))).toEqual(expected)
    expect(held(allSettled(after, [hold('r1', 3), hold('r2', 1)])).map((one) => one.replace(/@./, ''))).toEqual(['r1:3', 'r2:1'])
  })

  it('are refused beyond what the lines hold together', () => {
    const changing = { shrinking: [hold('r1', 1)], growing: [hold('r2', 4)] }
    expect(() => moved(item(4), changing)).toThrow('Not enough stock available for item iitem_1 at location a')
    expect(() => moved(item(4), { ...changing, shrinking: [] })).toThrow('Not enough stock available')
  })
})
