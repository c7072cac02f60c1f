import { confirmVendorReturnReceipt as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { changedVendorReturn } from '../../answers/vendor-return.ts'
import type { Deps } from '../../deps.ts'
import { confirmReceipt } from '../confirm-receipt.ts'

export const confirmVendorReturnReceipt = implement(contract, async (request, deps: Deps) =>
  changedVendorReturn((await confirmReceipt(request, deps)).outcome, request, deps),
)
