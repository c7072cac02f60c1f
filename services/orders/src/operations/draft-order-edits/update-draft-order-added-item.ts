import { updateDraftOrderAddedItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertDraftAction } from '../../domain/draft-orders/assert-draft.ts'
import { updateAddedItem } from '../../domain/order-edits/edit-items.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

export const updateDraftOrderAddedItem = implement(contract, (request, deps: Deps) =>
  changeDraftEdit(request, deps, {
    change(order, context) {
      const { action_id } = request.params
      assertDraftAction(order, action_id, 'No request to add item')
      return updateAddedItem(order, action_id, request.body, context)
    },
  }),
)
