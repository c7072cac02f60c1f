import { OperationError } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { anItem, anOrder, deepFreeze, NOW } from '../../../test/builders.ts'
import { cancelFulfillment } from './cancel-fulfillment.ts'
import { orderRecord } from './stored-order.ts'

const dates = { created_at: NOW, updated_at: NOW, deleted_at: null }

/** An order whose line `a` has five packed units, two of them in this fulfillment, and line `b` one in another fulfillment. */
function packed(detail: object, other: object = {}) {
  const parcel = (id: string, line_item_id: string, quantity: number) => ({
    ...{ id, location_id: null, packed_at: NOW, shipped_at: null, delivered_at: null, canceled_at: null, labels: [], ...dates },
    ...{ data: null, provider_id: 'manual_manual', shipping_option_id: 'so_1', requires_shipping: true, metadata: null },
    items: [{ id: `fulit_${id}`, title: '', sku: '', barcode: '', quantity, line_item_id, inventory_item_id: null, ...dates }],
  })
  const { summary: _, ...order } = anOrder({
    items: [
      anItem({ id: 'a', quantity: 5, detail: { fulfilled_quantity: 5, ...detail } }),
      anItem({ id: 'b', quantity: 1, detail: { fulfilled_quantity: 1, ...other } }),
    ],
    fulfillments: [parcel('ful_1', 'a', 2), parcel('ful_2', 'b', 1)] as never,
  })
  return deepFreeze(orderRecord(order))
}
const fulfilled = (order: ReturnType<typeof packed>) =>
  cancelFulfillment(order, 'ful_1', { now: NOW }).items.map(({ detail }) => detail.fulfilled_quantity)

describe('canceling a fulfillment', () => {
  it.each<[string, object, object?]>([
    ['no units were returned', {}],
    ['other fulfillments cover the returned units', { return_requested_quantity: 1, return_received_quantity: 2 }],
    ['units of another line are to be returned', {}, { return_requested_quantity: 1 }],
    ['units were written off without a return', { written_off_quantity: 5 }],
  ])('makes its units unfulfilled again: %s', (_, detail, other) => {
    expect(fulfilled(packed(detail, other))).toEqual([3, 1])
  })

  it.each<[string, object]>([
    ['are to be returned', { return_requested_quantity: 4 }],
    ['were returned', { return_received_quantity: 4 }],
    ['were returned damaged', { return_dismissed_quantity: 4, written_off_quantity: 4 }],
    ['are in all of these states', { return_requested_quantity: 1, return_received_quantity: 2, return_dismissed_quantity: 1 }],
  ])('is rejected when its units %s', (_, detail) => {
    const text = 'The fulfillment has units of item a that are returned, or are to be returned. It cannot be canceled'
    expect(() => fulfilled(packed(detail))).toThrow(new OperationError('not_allowed', text))
  })
})
