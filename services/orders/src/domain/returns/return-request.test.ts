import { describe, expect, it } from 'vitest'
import type { OrderRecord } from '../orders/stored-order.ts'
import { type AskedReturn, assertMayAsk } from './return-request.ts'

const order = {
  id: 'order_1',
  status: 'completed',
  items: [
    { id: 'one', quantity: 0.5 },
    { id: 'two', quantity: 3 },
  ],
} as unknown as OrderRecord
const asked = (line_items: object[]) => ({ order_id: 'order_1', customer_note: '', line_items }) as AskedReturn
const of = (count: number, line_item_id: string, quantity: number) =>
  Array.from({ length: count }, () => ({ line_item_id, quantity }))

describe('assertMayAsk', () => {
  it.each([
    ['no items', [], 'Order return request should have at least 1 item'],
    [
      'an excessive quantity before an unknown line',
      [...of(1, 'one', 9), ...of(1, 'none', 1)],
      'Line item one has only 0.5 to return',
    ],
    ['an unknown line before an excessive quantity', [...of(1, 'none', 1), ...of(1, 'one', 9)], 'Invalid line item'],
    ['an excessive quantity in many parts', of(500, 'one', 0.0011), 'Line item one has only 0.5 to return'],
    [
      'an excessive quantity of the second line',
      [...of(2, 'one', 0.25), ...of(4, 'two', 1)],
      'Line item two has only 3 to return',
    ],
  ])('rejects %s', (_, line_items, text) => {
    expect(() => assertMayAsk(order, asked(line_items))).toThrow(text)
  })

  it('adds up requested quantities exactly and reads each entry once', () => {
    let reads = 0
    const line_items = of(500, 'one', 0.001).map(({ line_item_id, quantity }) => ({
      line_item_id,
      get quantity() {
        reads++
        return quantity
      },
    }))
    assertMayAsk(order, asked(line_items))
    expect(reads).toBe(500)
  })
})
