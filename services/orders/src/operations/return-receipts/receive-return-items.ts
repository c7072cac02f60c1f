import { receiveReturnItems as contract, returnReceiptUpdated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { receiveItems } from '../../domain/returns/receipt.ts'
import { changeReturn } from '../change-return.ts'

export const receiveReturnItems = implement(contract, (request, deps: Deps) => {
  const { params, body } = request
  return changeReturn(request, deps, {
    change: (order, context) => receiveItems(order, params.id, 'RECEIVE_RETURN_ITEM', body.items, context),
    event: returnReceiptUpdated,
  })
})
