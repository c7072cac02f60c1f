import { removeDraftOrderAddedShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeShippingMethod } from '../../domain/order-edits/edit-shipping-methods.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

export const removeDraftOrderAddedShippingMethod = implement(contract, (request, deps: Deps) =>
  changeDraftEdit(request, deps, { change: (order) => removeShippingMethod(order, request.params.action_id) }),
)
