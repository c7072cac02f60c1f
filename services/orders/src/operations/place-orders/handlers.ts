import { orderPlacingOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { findPlacedOrder } from './find-placed-order.ts'
import { placeOrders } from './place-orders.ts'

export const orderPlacingHandlers = implementAll(orderPlacingOperations, { placeOrders, findPlacedOrder })
