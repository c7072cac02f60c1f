import { orderFulfillmentOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { markOrderFulfillmentAsDelivered } from './mark-order-fulfillment-as-delivered.ts'
import { markVendorOrderFulfillmentAsDelivered } from './mark-vendor-order-fulfillment-as-delivered.ts'

export const orderFulfillmentHandlers = implementAll(orderFulfillmentOperations, {
  markOrderFulfillmentAsDelivered,
  markVendorOrderFulfillmentAsDelivered,
})
