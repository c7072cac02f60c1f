import { describe, expect, it } from 'vitest'
import { anItem, anOrder } from '../../../test/builders.ts'
import { shipFulfillment } from './ship-fulfillment.ts'
import { orderRecord } from './stored-order.ts'

const NOW = '2026-05-01T00:00:00.000Z'
const dates = { created_at: NOW, updated_at: NOW, deleted_at: null }
const held = (line_item_id: string, quantity: number) => ({
  ...{ id: `fulit_${line_item_id}_${quantity}`, title: '', sku: '', barcode: '', quantity, line_item_id },
  ...{ inventory_item_id: null, fulfillment_id: 'ful_1', ...dates },
})
const LABEL = { tracking_number: 'A', tracking_url: 'https://a', label_url: '#' }

/** An order whose line `a` has four packed units, one of them shipped, and line `b` none. */
function packed(parcel: object = {}) {
  const kept = { id: 'fulla_old', ...LABEL, fulfillment_id: 'ful_1', ...dates }
  const { summary: _, ...order } = anOrder({
    items: [
      anItem({ id: 'a', quantity: 5, detail: { fulfilled_quantity: 4, shipped_quantity: 1 } }),
      anItem({ id: 'b', quantity: 1 }),
    ],
    fulfillments: [
      {
        ...{ id: 'ful_1', location_id: null, packed_at: NOW, shipped_at: null, delivered_at: null, canceled_at: null },
        ...{ data: null, provider_id: 'manual_manual', shipping_option_id: 'so_1', requires_shipping: true },
        ...{ items: [held('a', 2)], labels: [kept], metadata: { shelf: 1 }, ...dates, ...parcel },
      },
    ],
  })
  return orderRecord(order)
}
let made = 0
const context = { now: NOW, newId: (prefix: string) => `${prefix}_${++made}` }
const ship = (order = packed(), more: object = {}) =>
  shipFulfillment(order, { fulfillment_id: 'ful_1', line_ids: [], marked_shipped_by: 'user_2', ...more }, context)

describe('shipFulfillment', () => {
  it.each<[string, object[], number]>([
    ['a single inventory item', [held('a', 2)], 3],
    ['a kit of several inventory items', [held('a', 1), held('a', 2)], 4],
    ['none for a fulfillment without items', [], 1],
  ])('counts the shipped units: %s', (_, items, shipped_quantity) => {
    const order = ship(packed({ items }))
    expect(order.items.map(({ detail }) => detail.shipped_quantity)).toEqual([shipped_quantity, 0])
    expect(order).toMatchObject({ fulfillment_status: 'partially_shipped', updated_at: NOW })
  })

  it('tells the present total as the one before, and no credit of the latest change', () => {
    const before = packed()
    const { current_order_total } = before.summary
    const edited = { ...before, summary: { ...before.summary, original_order_total: 1, credit_line_total: 2 } }
    expect(current_order_total).toBeGreaterThan(1)
    const { summary } = ship(edited)
    expect(summary).toEqual({ ...before.summary, original_order_total: current_order_total, credit_line_total: 0 })
  })

  it('replaces labels and metadata when given, and leaves the given order unchanged', () => {
    const before = packed()
    const copy = structuredClone(before)
    expect(ship(before).fulfillments[0]).toMatchObject({
      shipped_at: NOW,
      marked_shipped_by: 'user_2',
      labels: [{ id: 'fulla_old' }],
      metadata: { shelf: 1 },
    })
    expect(ship(before, { labels: [LABEL, LABEL], metadata: null }).fulfillments[0]).toMatchObject({
      labels: [{ ...LABEL, fulfillment_id: 'ful_1' }, LABEL],
      metadata: null,
    })
    expect(before).toEqual(copy)
  })

  it.each<[string, object, object, string]>([
    [
      'more units than are fulfilled',
      { items: [held('a', 4)] },
      {},
      'Cannot ship more items than what was fulfilled for item a.',
    ],
    ['unknown lines', {}, { line_ids: ['a', 'x', 'y'] }, 'Items with ids x, y does not exist in order with id order_1.'],
    ['an unknown fulfillment', {}, { fulfillment_id: 'ful_2' }, 'Fulfillment with id ful_2 not found in the order'],
    ['a shipped fulfillment', { shipped_at: NOW }, {}, 'Shipment has already been created'],
    ['a canceled fulfillment', { canceled_at: NOW }, {}, 'Cannot create shipment for a canceled fulfillment'],
    [
      'a fulfillment without a shipping option',
      { shipping_option_id: null },
      {},
      'Cannot create shipment without a Shipping Option',
    ],
  ])('rejects %s', (_, parcel, more, text) => {
    expect(() => ship(packed(parcel), more)).toThrow(text)
  })
})
