import { describe, expect, it } from 'vitest'
import { aVariant, stockOf } from '../../../test/builders.ts'
import { assertInStock, assertKept, inventoryQuantity, lacksStockAt, shownQuantity } from './stock.ts'

describe('the quantity of a variant in stock', () => {
  it.each([
    ['unlimited when inventory is not managed', aVariant({ manage_inventory: false }), null],
    ['the sum of all locations', aVariant({ manage_inventory: true, inventory_items: [stockOf(1, 3, 4)] }), 7],
    ['the number of whole kits', aVariant({ manage_inventory: true, inventory_items: [stockOf(2, 3, 4)] }), 3],
    [
      'limited by the scarcest part of a kit',
      aVariant({ manage_inventory: true, inventory_items: [stockOf(1, 9), stockOf(1, 2)] }),
      2,
    ],
    ['zero when nothing is stocked', aVariant({ manage_inventory: true }), 0],
    [
      'zero when the record of a part is missing',
      aVariant({ manage_inventory: true, inventory_items: [{ ...stockOf(1), inventory: null }] }),
      0,
    ],
  ])('is %s', (_what, variant, expected) => {
    expect(inventoryQuantity(variant)).toBe(expected)
    expect(shownQuantity(variant)).toBe(variant.inventory_items.length === 0 ? null : expected)
  })
})

describe('cart lines', () => {
  /** Stocked at `sloc_0` and `sloc_1`: 3 units at the first and 4 at the second, unless overridden. */
  const variant = (overrides: object = {}) =>
    aVariant({ id: 'v', manage_inventory: true, inventory_items: [stockOf(1, 3, 4)], ...overrides })
  const channel = (...locations: string[]) => ({ sales_channel_id: 'sc_1', locations: new Set(locations) })
  const assert = (quantities: number[], one = variant(), of: ReturnType<typeof channel> | null = channel('sloc_0', 'sloc_1')) =>
    assertInStock(
      quantities.map((quantity) => ({ variant_id: 'v', quantity })),
      new Map([['v', one]]),
      of,
    )
  const nowhere = 'Sales channel sc_1 is not associated with any stock location for variant v.'
  const short = 'Some variant does not have the required inventory'

  it.each<[string, () => void]>([
    ['the stock of all locations of the channel', () => assert([3, 4])],
    ['the stock of all locations without a channel', () => assert([7], variant(), null)],
    [
      'any quantity when inventory is not managed',
      () => assert([99], variant({ manage_inventory: false, inventory_items: [] }), channel()),
    ],
    ['fractions of a unit, exactly', () => assert([0.7, 0.1, 1.5], variant({ inventory_items: [stockOf(3, 6.9)] }))],
    ['any quantity on backorder', () => assert([99], variant({ allow_backorder: true }), channel())],
  ])('may hold %s', (_what, check) => expect(check).not.toThrow())

  it.each<[string, () => void, string]>([
    ['more than the stock together', () => assert([3, 5]), short],
    ['a fraction more than the stock', () => assert([2.31], variant({ inventory_items: [stockOf(3, 6.9)] })), short],
    ['units of other locations', () => assert([4], variant(), channel('sloc_0')), short],
    ['a variant that no location of the channel stocks', () => assert([1], variant(), channel('sloc_9')), nowhere],
    ['a variant that no location stocks', () => assert([1], variant({ inventory_items: [] })), nowhere],
    ['a variant that no location stocks, without a channel', () => assert([1], variant({ inventory_items: [] }), null), short],
  ])('may not hold %s', (_what, check, message) => expect(check).toThrow(message))
})

describe('goods of a cart', () => {
  const kit = (overrides: object = {}) =>
    aVariant({ id: 'v', manage_inventory: true, inventory_items: [stockOf(1, 0), stockOf(1, 0, 0)], ...overrides })
  const assert = (one = kit(), ...locations: string[]) => {
    const channel = locations.length > 0 ? { sales_channel_id: 'sc_1', locations: new Set(locations) } : null
    assertKept(['v', 'gone'], new Map([['v', one]]), channel)
  }
  const short = 'Some variant does not have the required inventory'

  it.each<[string, () => void]>([
    ['all items are stocked in the channel, whatever is left', () => assert(kit(), 'sloc_0')],
    ['there is no channel', () => assert()],
    ['stock is not managed', () => assert(kit({ manage_inventory: false, inventory_items: [] }), 'sloc_9')],
    ['they may be backordered', () => assert(kit({ allow_backorder: true, inventory_items: [] }), 'sloc_9')],
  ])('are kept if %s', (_what, check) => expect(check).not.toThrow())

  it.each<[string, () => void, string]>([
    ['they use no item', () => assert(kit({ inventory_items: [] })), short],
    ['one of their items is stocked elsewhere', () => assert(kit(), 'sloc_1'), short],
    ['all of them are', () => assert(kit(), 'sloc_9'), 'Sales channel sc_1 is not associated with any stock location'],
  ])('are not kept if %s', (_what, check, message) => expect(check).toThrow(message))
})

it.each([
  ['enough of a variant', 3, [stockOf(1, 3)], false],
  ['less of a variant than the lines take together', 4, [stockOf(1, 3)], true],
  ['less than none of a variant of which nothing is sent', undefined, [stockOf(1, -1)], false],
  ['less than none of a variant of which no units are sent', 0, [stockOf(1, -1)], true],
])('a location with %s', (_what, quantity, inventory_items, lacks) => {
  const variant = { ...aVariant({ id: 'v', manage_inventory: true, inventory_items }), seller_id: null }
  const items = quantity === undefined ? [] : [{ variant_id: 'v', quantity }]
  expect(lacksStockAt('sloc_0', [{ variant_id: 'other', quantity: 1 }, ...items], [variant])).toBe(lacks)
})
