import { updateOrderEditItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { updateItem } from '../../domain/order-edits/edit-items.ts'
import { editUpdated, lastActionIds } from '../change-order-edit.ts'
import { executeCarrying } from '../execute-carrying.ts'

export const updateOrderEditItem = implement(contract, async (request, deps: Deps) => {
  const { params, body } = request
  const outcome = await executeCarrying(params.id, request, deps, {
    decide(order, context) {
      const state = updateItem(order, params.item_id, body, context)
      return editUpdated(state, lastActionIds(state, 1))
    },
  })
  return previewAnswer('order_preview', outcome, request, deps)
})
