import { orderFulfillmentOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { cancelOrderFulfillment } from './cancel-order-fulfillment.ts'
import { cancelVendorOrderFulfillment } from './cancel-vendor-order-fulfillment.ts'
import { createOrderFulfillment } from './create-order-fulfillment.ts'
import { createVendorOrderFulfillment } from './create-vendor-order-fulfillment.ts'
import { markOrderFulfillmentAsDelivered } from './mark-order-fulfillment-as-delivered.ts'
import { markVendorOrderFulfillmentAsDelivered } from './mark-vendor-order-fulfillment-as-delivered.ts'

export const orderFulfillmentHandlers = implementAll(orderFulfillmentOperations, {
  cancelOrderFulfillment,
  cancelVendorOrderFulfillment,
  createOrderFulfillment,
  createVendorOrderFulfillment,
  markOrderFulfillmentAsDelivered,
  markVendorOrderFulfillmentAsDelivered,
})
