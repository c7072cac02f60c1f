import { cancelReturnRequest as contract, returnRequestCanceled } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { cancelPartRequest } from '../cancel-part-request.ts'

export const cancelReturnRequest = implement(contract, (request, deps: Deps) =>
  cancelPartRequest('return', returnRequestCanceled, request, deps),
)
