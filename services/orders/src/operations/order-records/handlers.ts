import { orderRecordOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listOrderChanges } from './list-order-changes.ts'
import { listOrderItems } from './list-order-items.ts'

export const orderRecordHandlers = implementAll(orderRecordOperations, { listOrderChanges, listOrderItems })
