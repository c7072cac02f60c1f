import { removeReceivedReturnItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeReceiptItem } from '../receipt-items.ts'

export const removeReceivedReturnItem = implement(contract, (request, deps: Deps) => removeReceiptItem(request, deps))
