import { addDraftOrderShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { requireEdit } from '../../domain/order-changes/active-change.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'
import { addingMethod } from '../quoted-methods.ts'

export const addDraftOrderShippingMethod = implement(contract, (request, deps: Deps) => {
  const adding = addingMethod(request, deps, (order) => {
    requireEdit(order)
    return {}
  })
  return changeDraftEdit(request, deps, adding)
})
