import { describe, expect, it } from 'vitest'
import { type InventoryItemRecord, reserved, totalsOf } from './inventory-item.ts'
import { keptPick, type LinePick, picked, returnable, undonePick } from './picked-stock.ts'

const level = (location_id: string, stocked_quantity: number) => ({
  id: `ilev_${location_id}`,
  location_id,
  stocked_quantity,
  held: [],
})
const stocked = (...quantities: number[]) =>
  ({
    id: 'iitem_1',
    location_levels: quantities.map((quantity, n) => level('abc'[n]!, quantity)),
  }) as unknown as InventoryItemRecord
/** Stocked at other locations than the default one. */
const elsewhere = (...quantities: number[]) =>
  ({
    id: 'iitem_1',
    location_levels: quantities.map((quantity, n) => level('ac'[n]!, quantity)),
  }) as unknown as InventoryItemRecord
const holding = (item: InventoryItemRecord, reservation_id: string, location_id: string, quantity: number) =>
  reserved(item, { reservation_id, location_id, quantity, allow_backorder: true })
const pick = (quantity: number, overrides: Partial<LinePick> = {}): LinePick => ({
  ...{ line_item_id: 'line', reservation_ids: ['r1', 'new'], quantity, allow_backorder: false, location_ids: new Set() },
  ...overrides,
})
const parcel = (location_id: string | null = null) => ({
  ...{ pick_id: 'ful_1', location_id, default_location_id: 'b' },
  titleOf: () => 'Shirt (M)',
})
/** Stocked and reserved quantities at each location. */
const amounts = ({ location_levels }: InventoryItemRecord) =>
  location_levels.map((one) => [one.stocked_quantity, totalsOf(one).reserved_quantity])

describe('picked', () => {
  it.each<[string, InventoryItemRecord, string | null, number, number[][]]>([
    [
      'stock from where it is reserved',
      holding(stocked(9, 9), 'r1', 'b', 3),
      null,
      2,
      [
        [9, 0],
        [7, 1],
      ],
    ],
    ['all reserved stock', holding(stocked(9), 'r1', 'a', 3), 'a', 3, [[6, 0]]],
    [
      'stock from a location other than the reserved one',
      holding(stocked(9, 9), 'r1', 'b', 3),
      'a',
      2,
      [
        [7, 0],
        [9, 1],
      ],
    ],
    [
      'first what is reserved at the location',
      holding(holding(stocked(9, 9), 'r1', 'a', 2), 'new', 'b', 2),
      'b',
      3,
      [
        [9, 1],
        [6, 0],
      ],
    ],
    ['fractions of a unit', holding(stocked(5.3), 'r1', 'a', 2.3), 'a', 1.1, [[4.2, 1.2]]],
    ['the last unit', holding(stocked(1), 'r1', 'a', 1), 'a', 1, [[0, 0]]],
  ])('takes %s', (_, item, location, quantity, expected) => {
    const after = picked(item, pick(quantity), parcel(location))
    expect(amounts(after)).toEqual(expected)
    expect(picked(after, pick(quantity), parcel(location))).toBe(after)
  })

  it('takes backordered units below zero stock when backorders are allowed', () => {
    const item = holding(stocked(1), 'r1', 'a', 2)
    expect(amounts(picked(item, pick(2, { allow_backorder: true }), parcel()))).toEqual([[-1, 0]])
  })

  it.each<[string, InventoryItemRecord, string | null, number[][], number[][]]>([
    ['at the parcel’s location', stocked(9), 'a', [[6, 0]], [[9, 3]]],
    ['below zero', stocked(1), 'a', [[-2, 0]], [[1, 3]]],
    [
      'at the default location',
      stocked(9, 9),
      null,
      [
        [9, 0],
        [6, 0],
      ],
      [
        [9, 0],
        [9, 3],
      ],
    ],
    ['elsewhere, if it is not stocked at the default location', stocked(9), null, [[6, 0]], [[9, 3]]],
    [
      'where most is available, if it is not stocked at the default location',
      holding(elsewhere(9, 7), 'other', 'a', 3),
      null,
      [
        [9, 3],
        [4, 0],
      ],
      [
        [9, 3],
        [7, 3],
      ],
    ],
    ['once the held ones are taken', holding(stocked(9), 'r1', 'a', 2), 'a', [[6, 0]], [[9, 3]]],
  ])('takes units that are not held %s, if the line may, and holds them when they come back', (_, item, location, left, back) => {
    const unheld = pick(3, { allow_backorder: true, takesUnheld: true })
    const after = picked(item, unheld, parcel(location))
    expect(amounts(after)).toEqual(left)
    expect(picked(after, unheld, parcel(location))).toBe(after)
    expect(amounts(undonePick(after, unheld, 'ful_1', null))).toEqual(back)
  })

  it('takes no units that are not held where the item is not stocked', () => {
    const unheld = pick(3, { allow_backorder: true, takesUnheld: true })
    expect(() => picked(stocked(9), unheld, parcel('z'))).toThrow('No stock reservation found for item line - Shirt (M)')
    expect(() => picked(stocked(9), unheld, parcel('b'))).toThrow('No stock reservation found for item line - Shirt (M)')
  })

  const missing = (at: string) => `Not enough stock available for item iitem_1 at location ${at}`
  it.each<[string, InventoryItemRecord, string | null, number, string]>([
    ['units that are not reserved', stocked(9), null, 1, 'No stock reservation found for item line - Shirt (M)'],
    [
      'more units than are reserved',
      holding(stocked(9), 'r1', 'a', 2),
      null,
      3,
      'Quantity to fulfill exceeds the reserved quantity for the item: line',
    ],
    ['reserved units that are not in stock', holding(stocked(1), 'r1', 'a', 2), null, 2, missing('a')],
    [
      'units that others reserve at the location',
      holding(holding(stocked(9, 3), 'r1', 'a', 2), 'other', 'b', 2),
      'b',
      2,
      missing('b'),
    ],
    [
      'a location where the item is not stocked',
      holding(stocked(9), 'r1', 'a', 2),
      'z',
      2,
      'Item iitem_1 is not stocked at location z',
    ],
  ])('rejects %s', (_, item, location, quantity, text) => {
    expect(() => picked(item, pick(quantity), parcel(location))).toThrow(text)
  })
})

describe('a pick', () => {
  const before = holding(stocked(9, 9), 'r1', 'b', 3)

  it('is recorded once, and cannot be undone once it is settled', () => {
    const kept = keptPick(picked(before, pick(2), parcel()), { pick_id: 'ful_1', at: 1000 }, 1000)
    expect(amounts(kept)).toEqual([
      [9, 0],
      [7, 1],
    ])
    expect(keptPick(kept, { pick_id: 'ful_1', at: 1000 }, 1001)).toBe(kept)
    expect(undonePick(kept, pick(0), 'ful_1', 1001)).toBe(kept)
    expect(picked(kept, pick(2), parcel())).toBe(kept)
  })

  it('is forgotten when another one is settled 60 seconds later', () => {
    const kept = keptPick(picked(before, pick(1), parcel()), { pick_id: 'ful_1', at: 1000 }, 1000)
    const second = picked(kept, pick(1), { ...parcel(), pick_id: 'ful_2' })
    expect(keptPick(second, { pick_id: 'ful_2', at: 1000 }, 60_999).picked).toHaveLength(2)
    expect(keptPick(second, { pick_id: 'ful_2', at: 1000 }, 61_000).picked).toMatchObject([
      { pick_id: 'ful_2', settled_at: 61_000 },
    ])
  })

  it.each([1, 3])('of %d is put back and reserved again exactly once', (quantity) => {
    const undone = undonePick(picked(before, pick(quantity), parcel()), pick(0), 'ful_1', null)
    expect(amounts(undone)).toEqual(amounts(before))
    expect(undonePick(undone, pick(0), 'ful_1', null)).toBe(undone)
  })

  it('of a canceled fulfillment is put back once, even when noted repeatedly', () => {
    const gone = keptPick(picked(before, pick(2), parcel()), { pick_id: 'ful_1', at: 1000 }, null)
    expect(gone).not.toHaveProperty('picked')
    const back = { pick_id: 'ful_1:canceled', line_item_id: 'line', location_id: 'b', quantity: 2, prepared_at: 1000 }
    const noted = returnable(gone, [back])
    expect([amounts(noted), returnable(noted, [back])]).toEqual([amounts(gone), noted])
    const undone = undonePick(noted, pick(0), back.pick_id, 1000)
    expect(amounts(undone)).toEqual(amounts(before))
    expect(undonePick(returnable(undone, [back]), pick(0), back.pick_id, 1000)).toBe(undone)
    expect(amounts(keptPick(noted, { pick_id: back.pick_id, at: 1000 }, null))).toEqual(amounts(gone))
  })

  it('that was prepared again stays for the later attempt', () => {
    const back = { pick_id: 'ful_1:canceled', line_item_id: 'line', location_id: 'b', quantity: 2, prepared_at: 1000 }
    const again = returnable(returnable(before, [back]), [{ ...back, prepared_at: 1001 }])
    expect(again.picked).toEqual([{ ...back, prepared_at: 1001 }])
    expect(returnable(again, [back])).toBe(again)
    expect(keptPick(again, { pick_id: back.pick_id, at: 1000 }, null)).toBe(again)
    expect(keptPick(again, { pick_id: back.pick_id, at: 1001 }, null)).not.toHaveProperty('picked')
  })

  it('returned by a customer is restocked once, without a reservation', () => {
    const back = { pick_id: 'ordch_1:1', line_item_id: 'line', location_id: 'b', quantity: 2, prepared_at: 1000 }
    const noted = returnable(stocked(9, 9), [back])
    expect(amounts(noted)).toEqual(amounts(stocked(9, 9)))
    const taken = undonePick(noted, pick(0), back.pick_id, 1000, false)
    expect(amounts(taken)).toEqual([
      [9, 0],
      [11, 0],
    ])
    expect(undonePick(returnable(taken, [back]), pick(0), back.pick_id, 1000, false)).toBe(taken)
  })

  it('is undone without affecting picks of other fulfillments and lines', () => {
    const two = picked(
      holding(picked(before, pick(1), parcel()), 'r2', 'a', 1),
      pick(1, { line_item_id: 'other', reservation_ids: ['r2'] }),
      parcel(),
    )
    const undone = undonePick(two, pick(0), 'ful_1', null)
    expect(undone.picked).toMatchObject([{ line_item_id: 'other' }])
    expect(keptPick(two, { pick_id: 'ful_2', at: 1000 }, 1000)).toBe(two)
  })
})
