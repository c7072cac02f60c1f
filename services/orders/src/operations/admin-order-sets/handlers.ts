import { adminOrderSetOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getOrderSet } from './get-order-set.ts'
import { listOrderSets } from './list-order-sets.ts'

export const adminOrderSetHandlers = implementAll(adminOrderSetOperations, { listOrderSets, getOrderSet })
