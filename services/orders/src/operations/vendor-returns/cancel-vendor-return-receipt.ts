import { cancelVendorReturnReceipt as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { cancelReceipt } from '../cancel-receipt.ts'
import { reachedBySeller } from '../reached.ts'

export const cancelVendorReturnReceipt = implement(contract, (request, deps: Deps) =>
  cancelReceipt(request, reachedBySeller(request.actor, deps)),
)
