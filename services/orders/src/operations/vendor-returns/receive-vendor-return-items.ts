import { receiveVendorReturnItems as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changeOwnReturn } from '../change-return.ts'
import { notingReceiptItems } from '../receipt-items.ts'

export const receiveVendorReturnItems = implement(contract, (request, deps: Deps) =>
  changeOwnReturn(request, deps, notingReceiptItems('RECEIVE_RETURN_ITEM', request)),
)
