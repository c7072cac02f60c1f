import type { LogIns } from './clients/log-ins.ts'
import type { ShippingOptions } from './clients/shipping-options.ts'
import type { Stock } from './clients/stock.ts'
import type { StoreCredit } from './clients/store-credit.ts'
import type { Variants } from './clients/variants.ts'
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
  /** Prices of variants, which belong to `pricing`. */
  variants: Variants
  /** Accounts of customers, which belong to `cart`. */
  storeCredit: StoreCredit
  /** What is reserved for orders, which belongs to `pricing`. */
  stock: Stock
  /** They belong to `sellers`. */
  logIns: LogIns
}
