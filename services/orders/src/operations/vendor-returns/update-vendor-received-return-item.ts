import { updateVendorReceivedReturnItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changeOwnReturn } from '../change-return.ts'
import { updatingReceiptItem } from '../receipt-items.ts'

export const updateVendorReceivedReturnItem = implement(contract, (request, deps: Deps) =>
  changeOwnReturn(request, deps, updatingReceiptItem(request)),
)
