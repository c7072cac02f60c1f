import { orderPlacingOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { findBuyerName } from './find-buyer-name.ts'
import { placeOrders } from './place-orders.ts'

export const orderPlacingHandlers = implementAll(orderPlacingOperations, { placeOrders, findBuyerName })
