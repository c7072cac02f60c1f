import { updateDraftOrderItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateItem } from '../../domain/order-edits/edit-items.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

export const updateDraftOrderItem = implement(contract, (request, deps: Deps) =>
  changeDraftEdit(request, deps, {
    change: (order, context) => updateItem(order, request.params.item_id, request.body, context),
  }),
)
