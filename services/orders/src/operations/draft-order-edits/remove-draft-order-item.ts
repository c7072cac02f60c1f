import { removeDraftOrderItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertDraftAction } from '../../domain/draft-orders/assert-draft.ts'
import { removeItemAction } from '../../domain/order-edits/edit-items.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

export const removeDraftOrderItem = implement(contract, (request, deps: Deps) =>
  changeDraftEdit(request, deps, {
    change(order) {
      const { action_id } = request.params
      assertDraftAction(order, action_id, 'No item found')
      return removeItemAction(order, action_id)
    },
  }),
)
