import { orderLookupOperations, orderOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { findBoughtGoods } from './find-bought-goods.ts'
import { findOrderOfLine } from './find-order-of-line.ts'
import { findOrderShipment } from './find-order-shipment.ts'
import { findUnsentLines } from './find-unsent-lines.ts'
import { getOrder } from './get-order.ts'
import { listCustomerOrders } from './list-customer-orders.ts'
import { listGiftCardOrders } from './list-gift-card-orders.ts'
import { listOrders } from './list-orders.ts'
import { previewOrder } from './preview-order.ts'

export const orderHandlers = implementAll(orderOperations, {
  listOrders,
  getOrder,
  previewOrder,
  listCustomerOrders,
  listGiftCardOrders,
})
export const orderLookupHandlers = implementAll(orderLookupOperations, {
  findUnsentLines,
  findOrderOfLine,
  findOrderShipment,
  findBoughtGoods,
})
