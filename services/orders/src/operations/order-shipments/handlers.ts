import { orderShipmentOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createOrderShipment } from './create-order-shipment.ts'
import { createVendorOrderShipment } from './create-vendor-order-shipment.ts'

export const orderShipmentHandlers = implementAll(orderShipmentOperations, { createOrderShipment, createVendorOrderShipment })
