import { vendorOrderOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getVendorOrder } from './get-vendor-order.ts'
import { listVendorOrderChanges } from './list-vendor-order-changes.ts'
import { listVendorOrders } from './list-vendor-orders.ts'

export const vendorOrderHandlers = implementAll(vendorOrderOperations, {
  listVendorOrders,
  getVendorOrder,
  listVendorOrderChanges,
})
