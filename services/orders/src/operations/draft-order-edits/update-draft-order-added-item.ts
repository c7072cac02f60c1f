import { updateDraftOrderAddedItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateAddedItem } from '../../domain/order-edits/edit-items.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

export const updateDraftOrderAddedItem = implement(contract, (request, deps: Deps) =>
  changeDraftEdit(request, deps, {
    change: (order, context) => updateAddedItem(order, request.params.action_id, request.body, context),
  }),
)
