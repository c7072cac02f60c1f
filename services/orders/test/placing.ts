import type { BodyOf, placeOrders } from '@souk/contracts'
import { customersCart } from '../../../tools/seed/carts.ts'
import { ids } from '../../../tools/seed/ids.ts'

export type Placing = BodyOf<typeof placeOrders>

let made = 0
export const PLACED_AT = '2026-05-06T07:08:09.000Z'

/** One order of two books at 20 euros with 19 % tax, paid with `payment_collection`. */
export function aPart(overrides: Partial<Placing['orders'][number]> = {}): Placing['orders'][number] {
  const n = ++made
  const { items } = customersCart()
  return JSON.parse(
    JSON.stringify({
      id: `order_placed${n}`,
      seller_id: ids.seller,
      items: items.map((line) => ({ ...line, id: `ordli_placed${n}` })),
      shipping_methods: [],
      credit_lines: [],
      payment_collection: null,
      ...overrides,
    }),
  )
}

/** A cart that becomes these orders; each has its own id. */
export function placing(orders: Placing['orders'] = [aPart()], overrides: Partial<Placing> = {}): Placing {
  const { region, currency_code, shipping_address } = customersCart()
  return {
    ...{ cart_id: `cart_${made}`, placed_at: PLACED_AT, email: 'ann@example.com', currency_code, locale: null, region },
    ...{ customer_id: 'cus_1', sales_channel_id: ids.sales_channel, sales_channel: null, shipping_address },
    ...{ billing_address: null, promotions: [], metadata: { from: 'test' }, orders },
    ...overrides,
  }
}
