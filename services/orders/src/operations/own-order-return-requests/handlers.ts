import { ownOrderReturnRequestOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { createOrderReturnRequest } from './create-order-return-request.ts'
import { getOwnOrderReturnRequest } from './get-own-order-return-request.ts'
import { listOwnOrderReturnRequests } from './list-own-order-return-requests.ts'

export const ownOrderReturnRequestHandlers = implementAll(ownOrderReturnRequestOperations, {
  listOwnOrderReturnRequests,
  createOrderReturnRequest,
  getOwnOrderReturnRequest,
})
