import { updateReturnShippingMethod as contract, returnUpdated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { requirePartChange } from '../../domain/returns/part-change.ts'
import { changeReturn } from '../change-return.ts'
import { updatingMethod } from '../quoted-methods.ts'

export const updateReturnShippingMethod = implement(contract, (request, deps: Deps) => {
  const { id } = request.params
  const updating = updatingMethod(request, request.body, deps, (order) => {
    requirePartChange(order, 'return', id)
    return { return_id: id }
  })
  return changeReturn(request, deps, { ...updating, event: returnUpdated })
})
