import { cancelExchangeRequest as contract, exchangeRequestCanceled } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { cancelPartRequest } from '../cancel-part-request.ts'

export const cancelExchangeRequest = implement(contract, (request, deps: Deps) =>
  cancelPartRequest('exchange', exchangeRequestCanceled, request, deps),
)
