import { removeReceivedReturnItem as contract, returnReceiptUpdated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeReceivedItem } from '../../domain/returns/receipt.ts'
import { changeReturn } from '../change-return.ts'

export const removeReceivedReturnItem = implement(contract, (request, deps: Deps) => {
  const { id, action_id } = request.params
  return changeReturn(request, deps, {
    change: (order) => removeReceivedItem(order, id, action_id),
    event: returnReceiptUpdated,
  })
})
