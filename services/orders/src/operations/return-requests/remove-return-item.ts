import { removeReturnItem as contract, returnUpdated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeRequestedItem } from '../../domain/returns/inbound-items.ts'
import { requirePartChange } from '../../domain/returns/part-change.ts'
import { changeReturn } from '../change-return.ts'

export const removeReturnItem = implement(contract, (request, deps: Deps) => {
  const { id, action_id } = request.params
  return changeReturn(request, deps, {
    change(order, context) {
      const { change } = requirePartChange(order, 'return', id)
      return removeRequestedItem(order, change, { return_id: id }, action_id, context)
    },
    event: returnUpdated,
  })
})
