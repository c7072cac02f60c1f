import { orderUpdateOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { addOrderCreditLine } from './add-order-credit-line.ts'
import { archiveOrder } from './archive-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { completeOrder } from './complete-order.ts'
import { updateOrder } from './update-order.ts'

export const orderUpdateHandlers = implementAll(orderUpdateOperations, {
  updateOrder,
  cancelOrder,
  completeOrder,
  archiveOrder,
  addOrderCreditLine,
})
