import { updateOrderEditAddedItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateAddedItem } from '../../domain/order-edits/edit-items.ts'
import { changeOrderEdit } from '../change-order-edit.ts'

export const updateOrderEditAddedItem = implement(contract, (request, deps: Deps) =>
  changeOrderEdit(request, deps, {
    change: (order, context) => updateAddedItem(order, request.params.action_id, request.body, context),
    touched: request.params.action_id,
  }),
)
