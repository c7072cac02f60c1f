import { removeDraftOrderAddedShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertDraftAction } from '../../domain/draft-orders/assert-draft.ts'
import { removeShippingMethod } from '../../domain/order-edits/edit-shipping-methods.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

export const removeDraftOrderAddedShippingMethod = implement(contract, (request, deps: Deps) =>
  changeDraftEdit(request, deps, {
    change(order) {
      const { action_id } = request.params
      assertDraftAction(order, action_id, 'No shipping method found')
      return removeShippingMethod(order, action_id)
    },
  }),
)
