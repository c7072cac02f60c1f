import { removeOrderEditShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeShippingMethod } from '../../domain/order-edits/edit-shipping-methods.ts'
import { changeOrderEdit } from '../change-order-edit.ts'

export const removeOrderEditShippingMethod = implement(contract, (request, deps: Deps) =>
  changeOrderEdit(request, deps, {
    change: (order) => removeShippingMethod(order, request.params.action_id),
    touched: request.params.action_id,
  }),
)
