import { removeDraftOrderItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeItemAction } from '../../domain/order-edits/edit-items.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

export const removeDraftOrderItem = implement(contract, (request, deps: Deps) =>
  changeDraftEdit(request, deps, { change: (order) => removeItemAction(order, request.params.action_id) }),
)
