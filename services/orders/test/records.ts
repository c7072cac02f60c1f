import type { OrderAddress } from '@souk/contracts'
import { ids } from '../../../tools/seed/ids.ts'
import type { CustomerGroupRecord, CustomerRecord } from '../src/domain/customers/customer-record.ts'
import type { Order } from '../src/domain/orders/order.ts'
import { type OrderRecord, orderRecord } from '../src/domain/orders/stored-order.ts'
import { anOrder } from './builders.ts'

const AT = '2026-01-02T03:04:05.000Z'
const recorded = { created_at: AT, updated_at: AT, deleted_at: null }
let made = 0

/** An order as it is kept; each has its own id and display_id. Sent to Germany, in euros. */
export function anOrderRecord(overrides: Partial<Order> = {}): OrderRecord {
  const n = ++made
  const { summary: _, ...order } = anOrder({
    id: `order_t${n}`,
    display_id: n,
    currency_code: 'eur',
    region_id: ids.region,
    shipping_address: anAddress(),
    ...overrides,
  })
  return orderRecord(order)
}

export const anAddress = (overrides: Partial<OrderAddress> = {}): OrderAddress => ({
  id: 'ordaddr_1',
  customer_id: null,
  first_name: 'Ann',
  last_name: 'Buyer',
  phone: null,
  company: null,
  address_1: 'Strasse 2',
  address_2: null,
  city: 'Berlin',
  country_code: 'de',
  province: 'de-be',
  postal_code: '10115',
  country: null,
  metadata: null,
  ...recorded,
  ...overrides,
})

export const aCustomer = (overrides: Partial<CustomerRecord> = {}): CustomerRecord => ({
  id: 'cus_1',
  has_account: true,
  email: 'ann@example.com',
  first_name: 'Ann',
  last_name: 'Buyer',
  company_name: null,
  phone: null,
  default_billing_address_id: null,
  default_shipping_address_id: null,
  addresses: [],
  group_ids: [],
  bought_from: [],
  created_by: null,
  metadata: null,
  ...recorded,
  ...overrides,
})

export const aGroup = (overrides: Partial<CustomerGroupRecord> = {}): CustomerGroupRecord => ({
  id: 'cusgroup_1',
  name: 'Regulars',
  metadata: null,
  created_by: null,
  seller_id: null,
  ...recorded,
  ...overrides,
})
