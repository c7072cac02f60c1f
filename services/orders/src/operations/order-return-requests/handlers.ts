import { orderReturnRequestOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getOrderReturnRequest } from './get-order-return-request.ts'
import { listOrderReturnRequests } from './list-order-return-requests.ts'
import { reviewOrderReturnRequest } from './review-order-return-request.ts'

export const orderReturnRequestHandlers = implementAll(orderReturnRequestOperations, {
  listOrderReturnRequests,
  getOrderReturnRequest,
  reviewOrderReturnRequest,
})
