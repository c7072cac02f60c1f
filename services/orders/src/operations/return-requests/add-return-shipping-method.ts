import { addReturnShippingMethod as contract, returnUpdated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { requirePartChange } from '../../domain/returns/part-change.ts'
import { changeReturn } from '../change-return.ts'
import { addingMethod } from '../quoted-methods.ts'

export const addReturnShippingMethod = implement(contract, (request, deps: Deps) => {
  const { id } = request.params
  const adding = addingMethod(request, deps, (order) => {
    requirePartChange(order, 'return', id)
    return { return_id: id }
  })
  return changeReturn(request, deps, { ...adding, event: returnUpdated })
})
