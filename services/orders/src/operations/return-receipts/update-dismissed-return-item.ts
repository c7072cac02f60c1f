import { updateDismissedReturnItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateReceiptItem } from '../receipt-items.ts'

export const updateDismissedReturnItem = implement(contract, (request, deps: Deps) => updateReceiptItem(request, deps))
