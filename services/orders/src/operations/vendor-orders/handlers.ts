import { vendorOrderOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { cancelVendorOrder } from './cancel-vendor-order.ts'
import { completeVendorOrder } from './complete-vendor-order.ts'
import { getVendorOrder } from './get-vendor-order.ts'
import { getVendorOrderCommission } from './get-vendor-order-commission.ts'
import { listVendorOrderChanges } from './list-vendor-order-changes.ts'
import { listSellerOrders, listVendorOrders } from './list-vendor-orders.ts'

export const vendorOrderHandlers = implementAll(vendorOrderOperations, {
  listVendorOrders,
  listSellerOrders,
  getVendorOrder,
  listVendorOrderChanges,
  cancelVendorOrder,
  completeVendorOrder,
  getVendorOrderCommission,
})
