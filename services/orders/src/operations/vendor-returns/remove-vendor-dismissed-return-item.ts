import { removeVendorDismissedReturnItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changeOwnReturn } from '../change-return.ts'
import { removingReceiptItem } from '../receipt-items.ts'

export const removeVendorDismissedReturnItem = implement(contract, (request, deps: Deps) =>
  changeOwnReturn(request, deps, removingReceiptItem(request)),
)
