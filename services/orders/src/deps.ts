import type { Bus } from '@souk/runtime'
import type { createPreviews } from './previews.ts'
import type { ShippingOptions } from './shipping-options.ts'
import type { CustomerGroupStore } from './stores/customer-groups.ts'
import type { CustomerStore } from './stores/customers.ts'
import type { OrderStore } from './stores/orders.ts'

/** What a handler of this service may touch. */
export interface Deps {
  orders: OrderStore
  customers: CustomerStore
  customerGroups: CustomerGroupStore
  /** What shipping options cost; they belong to `pricing`. */
  shippingOptions: ShippingOptions
  bus: Bus
  previewOf: ReturnType<typeof createPreviews>
}
