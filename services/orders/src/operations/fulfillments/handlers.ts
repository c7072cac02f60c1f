import { fulfillmentOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { cancelFulfillment } from './cancel-fulfillment.ts'
import { createFulfillment } from './create-fulfillment.ts'
import { createFulfillmentShipment } from './create-fulfillment-shipment.ts'

export const fulfillmentHandlers = implementAll(fulfillmentOperations, {
  createFulfillment,
  cancelFulfillment,
  createFulfillmentShipment,
})
