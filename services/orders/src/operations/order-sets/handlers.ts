import { orderSetOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getOwnOrderSet } from './get-own-order-set.ts'
import { listOwnOrderSets } from './list-own-order-sets.ts'

export const orderSetHandlers = implementAll(orderSetOperations, { listOwnOrderSets, getOwnOrderSet })
