import type { PackedStock } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { fulfillment } from '../../../../../tools/seed/fulfillments.ts'
import { aMethod, anItem, anOrder } from '../../../test/builders.ts'
import { cancelFulfillment, stockReturn } from './cancel-fulfillment.ts'
import { createFulfillment, type NewFulfillment, pickFor } from './create-fulfillment.ts'
import { shipFulfillment } from './ship-fulfillment.ts'
import { orderRecord } from './stored-order.ts'

const NOW = '2026-05-01T00:00:00.000Z'
let made = 0
const context = { now: NOW, newId: (prefix: string) => `${prefix}_${++made}` }

/** Line `a` of five units, two of them fulfilled, line `b` of one, and line `file`, which requires no shipping. */
function placed(overrides: object = {}) {
  const { summary: _, ...order } = anOrder({
    items: [
      anItem({ id: 'a', quantity: 5, variant_id: 'variant_a', variant_title: 'M', detail: { fulfilled_quantity: 2 } }),
      anItem({ id: 'b', quantity: 1, variant_sku: 'B-1' }),
      anItem({ id: 'file', quantity: 1, requires_shipping: false }),
    ],
    shipping_methods: [aMethod({ shipping_option_id: 'so_1', data: { slot: 1 } })],
    ...overrides,
  })
  return orderRecord(order)
}
const wanted = (items: NewFulfillment['items'], more: Partial<NewFulfillment> = {}) => ({
  ...{ fulfillment_id: 'ful_1', items, seller_id: null },
  ...more,
})
const packed = (...items: Partial<PackedStock['items'][number]>[]): PackedStock => ({
  ...{ shipping_option_id: 'so_1', provider_id: 'manual_manual', location_id: 'sloc_1' },
  items: items.map((item) => ({ line_item_id: 'a', inventory_item_id: null, quantity: 1, title: null, sku: null, ...item })),
})
const make = (order: ReturnType<typeof placed>, pack: PackedStock, items = [{ id: 'a', quantity: 3 }]) =>
  createFulfillment(order, pickFor(order, wanted(items)), pack, { ...context, created_by: 'user_1' })

describe('pickFor', () => {
  it('merges duplicate lines, and uses the order’s shipping option unless another is given', () => {
    const items = [
      { id: 'a', quantity: 1 },
      { id: 'b', quantity: 1 },
      { id: 'a', quantity: 1 },
    ]
    const sold = { requires_shipping: true, sold_at: placed().items[0]!.created_at }
    expect(pickFor(placed(), wanted(items))).toEqual({
      ...{ order_id: 'order_1', fulfillment_id: 'ful_1', shipping_option_id: 'so_1', location_id: null, seller_id: null },
      lines: [
        { line_item_id: 'a', variant_id: 'variant_a', quantity: 2, unsent: 3, title: 'Shirt (M)', ...sold },
        { line_item_id: 'b', variant_id: null, quantity: 1, unsent: 1, title: 'Shirt (null)', ...sold },
      ],
    })
    const other = wanted([{ id: 'b', quantity: 1 }], { shipping_option_id: 'so_2', location_id: 'sloc_9' })
    expect(pickFor(placed(), other)).toMatchObject({ shipping_option_id: 'so_2', location_id: 'sloc_9' })
  })

  it.each([
    ['was placed', {}, '2026-03-01T00:00:00.000Z'],
    ['was a draft', { sold_version: 2, sold_at: '2026-04-01T00:00:00.000Z' }, '2026-04-01T00:00:00.000Z'],
    [
      'was a draft before the line was added',
      { sold_version: 2, sold_at: '2026-02-01T00:00:00.000Z' },
      '2026-03-01T00:00:00.000Z',
    ],
    ['was a draft, but it is not known how long', { sold_version: 2 }, undefined],
  ])('tells when a line was sold of an order that %s', (_, beside, sold_at) => {
    const order = placed({ items: [anItem({ id: 'a', created_at: '2026-03-01T00:00:00.000Z' })] })
    expect(pickFor({ ...order, ...beside }, wanted([{ id: 'a', quantity: 1 }])).lines[0]!.sold_at).toBe(sold_at)
  })

  it('offers the options of all shipping methods in their order, except for goods that come back', () => {
    const shipping_methods = ['so_back', 'so_1', 'so_2', 'so_1'].map((shipping_option_id, n) =>
      aMethod({ id: `ordsm_${n}`, shipping_option_id, detail: { return_id: n === 0 ? 'return_1' : null } }),
    )
    const [order, items] = [placed({ shipping_methods }), [{ id: 'b', quantity: 1 }]]
    expect(pickFor(order, wanted(items))).toMatchObject({ shipping_option_id: 'so_1', other_shipping_option_ids: ['so_2'] })
    const named = pickFor(order, wanted(items, { shipping_option_id: 'so_9', seller_id: 'sel_1' }))
    expect(named).toMatchObject({ shipping_option_id: 'so_9', option_seller_id: 'sel_1' })
    expect(named).not.toHaveProperty('other_shipping_option_ids')
  })

  it.each<[string, object, string[], string]>([
    ['an empty list of items', {}, [], 'No items to fulfill'],
    ['canceled orders', { status: 'canceled' }, ['a'], 'Order with id order_1 has been canceled.'],
    ['unknown lines', {}, ['a', 'x', 'y'], 'Items with ids x, y does not exist in order with id order_1.'],
    [
      'lines with and without shipping together',
      {},
      ['a', 'file'],
      'Fulfillment can only be created entirely with items with shipping or items without',
    ],
  ])('rejects %s', (_, overrides, lines, text) => {
    const items = lines.map((id) => ({ id, quantity: 1 }))
    expect(() => pickFor(placed(overrides), wanted(items))).toThrow(text)
  })

  it('leaves the option of an order without a shipping method open, except for sellers', () => {
    const order = placed({ shipping_methods: [] })
    const items = [{ id: 'a', quantity: 1 }]
    expect(pickFor(order, wanted(items))).toMatchObject({ shipping_option_id: null })
    const text = 'Order with id order_1 has no shipping method; name a shipping option'
    expect(() => pickFor(order, wanted(items, { seller_id: 'sel_1' }))).toThrow(text)
  })

  it('rejects a fulfillment beyond the limit per order, canceled ones included', () => {
    const sent = fulfillment({ n: 1, items: [], days: [1, 2, null] })
    const having = (count: number) => placed({ fulfillments: Array(count).fill({ ...sent, canceled_at: NOW }) })
    const items = [{ id: 'a', quantity: 1 }]
    expect(pickFor(having(999), wanted(items))).toMatchObject({ fulfillment_id: 'ful_1' })
    const text = 'Order order_1 has reached its limit of 1000 fulfillments'
    expect(() => pickFor(having(1000), wanted(items))).toThrow(text)
  })

  it('rejects quantity 0 of a line', () => {
    expect(() => pickFor(placed(), wanted([{ id: 'a', quantity: 0 }]))).toThrow('Quantity to fulfill of item a is required.')
  })
})

describe('createFulfillment', () => {
  it('creates a fulfillment, counts its units as fulfilled, and leaves the given order unchanged', () => {
    const before = placed()
    const copy = structuredClone(before)
    const order = make(before, packed({ quantity: 3, inventory_item_id: 'iitem_1', title: 'Big shirt', sku: 'S-1' }))
    expect(order).toMatchObject({ fulfillment_status: 'partially_fulfilled', version: before.version, total: before.total })
    expect(order.items.map(({ detail }) => detail.fulfilled_quantity)).toEqual([5, 0, 0])
    expect(order.fulfillments).toMatchObject([
      {
        ...{ id: 'ful_1', packed_at: NOW, shipped_at: null, location_id: 'sloc_1', provider_id: 'manual_manual' },
        ...{ shipping_option_id: 'so_1', data: { slot: 1 }, requires_shipping: true, labels: [], metadata: null },
        ...{ created_by: 'user_1', marked_shipped_by: null },
        items: [{ title: 'Big shirt', sku: 'S-1', barcode: '', quantity: 3, line_item_id: 'a', inventory_item_id: 'iitem_1' }],
      },
    ])
    expect(order).not.toHaveProperty('parcel_units')
    expect(before).toEqual(copy)
  })

  it.each([{ shipping_methods: [] }, { shipping_methods: [aMethod({ shipping_option_id: 'so_1', data: null })] }])(
    'has empty data if the shipping method has none: %j',
    (order) => {
      expect(make(placed(order), packed({})).fulfillments[0]!.data).toEqual({})
    },
  )

  it("uses the order's shipping address, overridden by the given fields", () => {
    const home = { id: 'ordaddr_1', first_name: 'Ann', phone: '1', city: 'Berlin', country_code: 'de', country: { iso_2: 'de' } }
    const to = (shipping_address: object | null, delivery_address?: object) => {
      const order = placed({ shipping_address })
      const pick = pickFor(order, wanted([{ id: 'a', quantity: 1 }]))
      return createFulfillment(order, pick, packed({}), { ...context, created_by: null, delivery_address }).fulfillments[0]!
        .delivery_address
    }
    const told = { id: expect.stringMatching(/^fuladdr_/), first_name: 'Ann', country_code: 'de', company: null }
    expect(to(home, { city: 'Bonn', phone: null })).toMatchObject({ ...told, city: 'Bonn', phone: null })
    expect(to(home, { city: 'Bonn' })).not.toHaveProperty('country')
    expect(to(home)).toMatchObject({ ...told, city: 'Berlin', phone: '1' })
    expect(to(null, { city: 'Bonn' })).toMatchObject({ city: 'Bonn', first_name: null })
    expect(to(null)).toBeNull()
  })

  it('counts units of the line, not of its inventory items, also when shipped', () => {
    const kit = packed({ inventory_item_id: 'desk', quantity: 3 }, { inventory_item_id: 'leg', quantity: 12 })
    const order = make(placed(), kit)
    expect(order.items[0]!.detail.fulfilled_quantity).toBe(5)
    const shipped = shipFulfillment(order, { fulfillment_id: 'ful_1', line_ids: [], marked_shipped_by: null }, context)
    expect(shipped.items[0]!.detail.shipped_quantity).toBe(3)
  })

  it('rejects more than the unfulfilled quantity', () => {
    const items = [{ id: 'a', quantity: 4 }]
    const text = 'Cannot fulfill more items than what was ordered for item a.'
    expect(() => make(placed(), packed({ quantity: 4 }), items)).toThrow(text)
  })
})

describe('cancelFulfillment', () => {
  const kit = packed({ inventory_item_id: 'desk', quantity: 3 }, { inventory_item_id: 'leg', quantity: 12 })
  it.each<[string, PackedStock, object[] | undefined]>([
    [
      'a kit',
      kit,
      [
        { inventory_item_id: 'desk', quantity: 3 },
        { inventory_item_id: 'leg', quantity: 12 },
      ],
    ],
    [
      'a single inventory item',
      packed({ inventory_item_id: 'desk', quantity: 3 }),
      [{ variant_id: 'variant_a', line_item_id: 'a', quantity: 3 }],
    ],
    ['a line without inventory', packed({ quantity: 3 }), undefined],
  ])('makes the units of %s unfulfilled again and names the stock to return', (_, pack, items) => {
    const before = make(placed(), pack)
    const order = cancelFulfillment(before, 'ful_1', context)
    expect(order).toMatchObject({ fulfillment_status: 'canceled', fulfillments: [{ canceled_at: NOW }] })
    expect(order.items[0]!.detail.fulfilled_quantity).toBe(2)
    const back = stockReturn(order, 'ful_1')
    expect(back && { ...back }).toEqual(items && expect.objectContaining({ location_id: 'sloc_1' }))
    if (items) expect(back!.items).toMatchObject(items)
  })

  it.each([
    [{ canceled_at: NOW }, 'The fulfillment is already canceled'],
    [{ shipped_at: NOW }, 'The fulfillment has already been shipped. Shipped fulfillments cannot be canceled'],
    [{ delivered_at: NOW }, 'Fulfillment with id ful_1 already delivered'],
  ])('rejects a fulfillment with %j', (parcel, text) => {
    const order = make(placed(), packed({ quantity: 3 }))
    const fulfillments = order.fulfillments.map((one) => ({ ...one, ...parcel }))
    expect(() => cancelFulfillment({ ...order, fulfillments }, 'ful_1', context)).toThrow(text)
  })
})
