import type { OrderReturnRequest } from '@souk/contracts'

/** A customer's wish to give items back, as their order keeps it. */
export type ReturnRequestRecord = Omit<OrderReturnRequest, 'order' | 'order_id'>
