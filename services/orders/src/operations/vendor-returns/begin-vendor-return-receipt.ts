import { beginVendorReturnReceipt as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { changedVendorReturn } from '../../answers/vendor-return.ts'
import type { Deps } from '../../deps.ts'
import { beginReceipt } from '../begin-receipt.ts'
import { reachedBySeller } from '../reached.ts'

export const beginVendorReturnReceipt = implement(contract, async (request, deps: Deps) =>
  changedVendorReturn(await beginReceipt(request, reachedBySeller(request.actor, deps)), request, deps),
)
