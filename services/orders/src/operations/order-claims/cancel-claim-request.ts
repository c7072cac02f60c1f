import { claimRequestCanceled, cancelClaimRequest as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { cancelPartRequest } from '../cancel-part-request.ts'

export const cancelClaimRequest = implement(contract, (request, deps: Deps) =>
  cancelPartRequest('claim', claimRequestCanceled, request, deps),
)
