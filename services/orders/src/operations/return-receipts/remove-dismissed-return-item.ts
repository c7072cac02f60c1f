import { removeDismissedReturnItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changeReturn } from '../change-return.ts'
import { removingReceiptItem } from '../receipt-items.ts'

export const removeDismissedReturnItem = implement(contract, (request, deps: Deps) =>
  changeReturn(request, deps, removingReceiptItem(request)),
)
