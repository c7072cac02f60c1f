import { updateOrderEditItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateItem } from '../../domain/order-edits/edit-items.ts'
import { changeOrderEdit } from '../change-order-edit.ts'

export const updateOrderEditItem = implement(contract, (request, deps: Deps) =>
  changeOrderEdit(request, deps, {
    change: (order, context) => updateItem(order, request.params.item_id, request.body, context),
    touched: 1,
  }),
)
