import { updateDismissedReturnItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changeReturn } from '../change-return.ts'
import { updatingReceiptItem } from '../receipt-items.ts'

export const updateDismissedReturnItem = implement(contract, (request, deps: Deps) =>
  changeReturn(request, deps, updatingReceiptItem(request)),
)
