import { updateOrderEditShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changeOrderEdit } from '../change-order-edit.ts'
import { updatingMethod } from '../quoted-methods.ts'

export const updateOrderEditShippingMethod = implement(contract, (request, deps: Deps) =>
  changeOrderEdit(request, deps, {
    ...updatingMethod(request, request.body, deps, () => ({})),
    touched: request.params.action_id,
  }),
)
