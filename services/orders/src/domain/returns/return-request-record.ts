import type { OrderReturnRequest } from '@souk/contracts'

/** A customer's request to return items, as stored in the order. */
export type ReturnRequestRecord = Omit<OrderReturnRequest, 'order' | 'order_id'>
