import { orderChangeOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { updateOrderChange } from './update-order-change.ts'

export const orderChangeHandlers = implementAll(orderChangeOperations, { updateOrderChange })
