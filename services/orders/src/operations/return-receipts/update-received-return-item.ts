import { updateReceivedReturnItem as contract, returnReceiptUpdated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateReceivedItem } from '../../domain/returns/receipt.ts'
import { changeReturn } from '../change-return.ts'

export const updateReceivedReturnItem = implement(contract, (request, deps: Deps) => {
  const { id, action_id } = request.params
  return changeReturn(request, deps, {
    change: (order, context) => updateReceivedItem(order, id, action_id, request.body, context),
    event: returnReceiptUpdated,
  })
})
