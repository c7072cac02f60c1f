import { removeReturnShippingMethod as contract, returnUpdated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeShippingMethod } from '../../domain/order-edits/edit-shipping-methods.ts'
import { requirePartChange } from '../../domain/returns/part-change.ts'
import { changeReturn } from '../change-return.ts'

export const removeReturnShippingMethod = implement(contract, (request, deps: Deps) => {
  const { id, action_id } = request.params
  return changeReturn(request, deps, {
    change(order) {
      requirePartChange(order, 'return', id)
      return removeShippingMethod(order, action_id, { return_id: id })
    },
    event: returnUpdated,
  })
})
