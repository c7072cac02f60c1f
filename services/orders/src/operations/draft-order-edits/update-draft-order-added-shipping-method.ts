import { updateDraftOrderAddedShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertDraftAction } from '../../domain/draft-orders/assert-draft.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'
import { updatingMethod } from '../quoted-methods.ts'

export const updateDraftOrderAddedShippingMethod = implement(contract, (request, deps: Deps) => {
  const { shipping_option_id: _, ...input } = request.body
  const updating = updatingMethod(request, input, deps, (order) => {
    assertDraftAction(order, request.params.action_id, 'No shipping method found')
    return {}
  })
  return changeDraftEdit(request, deps, updating)
})
