import { orderUpdateOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { archiveOrder } from './archive-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { completeOrder } from './complete-order.ts'
import { updateOrder } from './update-order.ts'

export const orderUpdateHandlers = implementAll(orderUpdateOperations, { updateOrder, cancelOrder, completeOrder, archiveOrder })
