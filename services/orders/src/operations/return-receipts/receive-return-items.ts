import { receiveReturnItems as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changeReturn } from '../change-return.ts'
import { notingReceiptItems } from '../receipt-items.ts'

export const receiveReturnItems = implement(contract, (request, deps: Deps) =>
  changeReturn(request, deps, notingReceiptItems('RECEIVE_RETURN_ITEM', request)),
)
