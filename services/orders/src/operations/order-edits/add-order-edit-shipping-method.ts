import { addOrderEditShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { requireActiveChange } from '../../domain/order-changes/active-change.ts'
import { changeOrderEdit } from '../change-order-edit.ts'
import { addingMethod } from '../quoted-methods.ts'

export const addOrderEditShippingMethod = implement(contract, (request, deps: Deps) => {
  const adding = addingMethod(request, deps, (order) => {
    requireActiveChange(order)
    return {}
  })
  return changeOrderEdit(request, deps, { ...adding, touched: 1 })
})
