import { storeOrderOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getStoreOrder } from './get-store-order.ts'
import { listOwnOrders } from './list-own-orders.ts'

export const storeOrderHandlers = implementAll(storeOrderOperations, { listOwnOrders, getStoreOrder })
