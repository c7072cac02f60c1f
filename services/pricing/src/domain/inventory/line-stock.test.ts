import { OperationError } from '@souk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type InventoryItemRecord, reserved } from './inventory-item.ts'
import { holdingsOf, type LineHold, lowered, raised, settled } from './line-stock.ts'

const AT = '2026-01-02T03:04:05.000Z'
const level = (location_id: string, stocked_quantity: number) => ({
  id: `ilev_${location_id}`,
  location_id,
  stocked_quantity,
  incoming_quantity: 0,
  metadata: null,
  created_at: AT,
  updated_at: AT,
  held: [],
})
const item = (...stocked: number[]) =>
  ({ id: 'iitem_1', location_levels: stocked.map((quantity, n) => level('abc'[n]!, quantity)) }) as unknown as InventoryItemRecord
const hold = (quantity: number, overrides: Partial<LineHold> = {}): LineHold => ({
  reservation_ids: ['r1', 'new'],
  quantity,
  allow_backorder: false,
  location_ids: new Set(['a', 'b', 'c']),
  ...overrides,
})
const held = (one: InventoryItemRecord, ids = ['r1', 'new']) =>
  holdingsOf(one, ids).map(({ reservation_id, location_id, quantity }) => `${reservation_id}@${location_id}:${quantity}`)
const reserving = (reservation_id: string, location_id: string, quantity: number) => (one: InventoryItemRecord) =>
  reserved(one, { reservation_id, location_id, quantity })

describe('raised', () => {
  it.each<[string, InventoryItemRecord, LineHold, string[]]>([
    ['takes the first location with enough stock', item(1, 5), hold(3), ['new@b:3']],
    ['prefers the locations of the order', item(9, 9), hold(3, { location_ids: new Set(['b']) }), ['new@b:3']],
    ['takes any location when the order has none', item(9), hold(3, { location_ids: new Set() }), ['new@a:3']],
    ['stays at the location where the line has a reservation', reserving('r1', 'b', 1)(item(9, 9)), hold(3), ['r1@b:3']],
    ['moves to another location when stock is short', reserving('r1', 'a', 1)(item(2, 9)), hold(3), ['r1@b:3']],
    ['counts what the line reserves as available', reserving('r1', 'a', 2)(item(3)), hold(3), ['r1@a:3']],
    ['reserves more than the stock on backorder', item(1), hold(3, { allow_backorder: true }), ['new@a:3']],
    ['reserves nothing when the item is stocked nowhere', item(), hold(3, { allow_backorder: true }), []],
  ])('%s', (_what, before, wanted, expected) => {
    expect(held(raised(before, wanted))).toEqual(expected)
  })

  it('returns the same item when the line already holds as much', () => {
    const before = reserving('r1', 'a', 4)(item(9))
    expect(raised(before, hold(3))).toBe(before)
  })

  it('throws when there is not enough stock', () => {
    const missing = 'Not enough stock available for item iitem_1 at location a'
    expect(() => raised(item(2, 2), hold(3))).toThrow(missing)
    expect(() => raised(item(), hold(3))).toThrow('Some variant does not have the required inventory')
  })
})

describe('lowered', () => {
  const two = reserving('new', 'b', 2)(reserving('r1', 'a', 2)(item(9, 9)))
  it.each<[number, string[]]>([
    [5, ['r1@a:2', 'new@b:2']],
    [3, ['r1@a:2', 'new@b:1']],
    [2, ['r1@a:2']],
    [1, ['r1@a:1']],
    [0, []],
  ])('keeps at most %d', (quantity, expected) => {
    expect(held(lowered(two, hold(quantity)))).toEqual(expected)
  })

  it('releases stock even when less is in stock than was promised', () => {
    const promised = raised(item(1), hold(5, { allow_backorder: true }))
    expect(held(lowered(promised, hold(3)))).toEqual(['new@a:3'])
  })

  it('returns the same item when the line holds no more than that', () => {
    expect(lowered(two, hold(4))).toBe(two)
  })
})

it.each([
  ['raised', raised, 3],
  ['lowered', lowered, 1],
] as const)('%s changes one level only, so that the others are not written again', (_, change, quantity) => {
  const before = reserving('r1', 'b', 2)(item(9, 9, 9, 9, 9, 9))
  const after = change(before, hold(quantity))
  expect(after.location_levels.map((one, at) => one === before.location_levels[at])).toEqual([
    true,
    false,
    true,
    true,
    true,
    true,
  ])
  expect(after.location_levels[1]!.reserved_quantity).toBe(quantity)
})

describe('settled', () => {
  it('holds the target quantity, or what it held before if there is too little stock', () => {
    expect(held(settled(reserving('r1', 'a', 1)(item(3)), hold(2)))).toEqual(['r1@a:2'])
    expect(held(settled(reserving('r1', 'a', 1)(item(3)), hold(9)))).toEqual(['r1@a:1'])
    expect(held(settled(reserving('r1', 'a', 3)(item(3)), hold(1)))).toEqual(['r1@a:1'])
  })
})

it('no sequence of changes reserves more than is in stock or touches the reservations of other lines', () => {
  const step = fc.record({
    line: fc.integer({ min: 0, max: 3 }),
    quantity: fc.integer({ min: 0, max: 6 }),
    change: fc.constantFrom(raised, lowered, settled),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.tuple(fc.nat(8), fc.nat(8)), (steps, stocked) => {
      let before = item(...stocked)
      for (const { line, quantity, change } of steps) {
        const own = [`r${line}a`, `r${line}b`]
        const others = [0, 1, 2, 3].filter((n) => n !== line).flatMap((n) => [`r${n}a`, `r${n}b`])
        let after = before
        try {
          after = change(before, hold(quantity, { reservation_ids: own }))
        } catch (error) {
          expect(error).toBeInstanceOf(OperationError)
          continue
        }
        expect(held(after, others)).toEqual(held(before, others))
        for (const { stocked_quantity, held: all, reserved_quantity = 0 } of after.location_levels) {
          expect(all.reduce((sum, one) => sum + one.quantity, 0)).toBe(reserved_quantity)
          expect(reserved_quantity).toBeLessThanOrEqual(stocked_quantity)
          expect(new Set(all.map(({ reservation_id }) => reservation_id)).size).toBe(all.length)
        }
        before = after
      }
    }),
  )
})
