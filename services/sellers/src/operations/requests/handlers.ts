import { requestOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getRequest } from './get-request.ts'
import { listRequests } from './list-requests.ts'
import { registerSeller } from './register-seller.ts'
import { reviewRequest } from './review-request.ts'

export const requestHandlers = implementAll(requestOperations, { registerSeller, listRequests, getRequest, reviewRequest })
