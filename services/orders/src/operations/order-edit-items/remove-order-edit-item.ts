import { removeOrderEditItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeItemAction } from '../../domain/order-edits/edit-items.ts'
import { changeOrderEdit } from '../change-order-edit.ts'

export const removeOrderEditItem = implement(contract, (request, deps: Deps) =>
  changeOrderEdit(request, deps, {
    change: (order) => removeItemAction(order, request.params.action_id),
    touched: request.params.action_id,
  }),
)
