import type { OrderRecord } from '../src/domain/orders/stored-order.ts'
import { anOrderRecord } from './records.ts'

/** An order of a set that a cart became: `order_A0` is the first one of `ordset_A`. Their numbers follow one another. */
export function anOrderInSet(set: string, place: number, said: Parameters<typeof anOrderRecord>[0] = {}): OrderRecord {
  const order = anOrderRecord({ id: `order_${set}${place}`, customer_id: 'cus_1', ...said })
  const { display_id, created_at } = order
  return {
    ...order,
    order_set: { id: `ordset_${set}`, display_id: display_id - place, created_at, cart_id: `cart_${set}`, place },
  }
}

/** A seller of such an order, named after its id. */
export const aSellerOfSet = (id: string) => ({
  ...{
    id,
    name: id,
    handle: id,
    store_status: 'ACTIVE' as const,
    email: `${id}@example.com`,
    phone: null,
    tax_id: null,
    members: [],
  },
  ...{ description: null, photo: null, address_line: null, postal_code: null, city: null, state: null, country_code: null },
  ...{ created_at: '2026-03-01T00:00:00.000Z', updated_at: '2026-03-01T00:00:00.000Z', deleted_at: null },
})
