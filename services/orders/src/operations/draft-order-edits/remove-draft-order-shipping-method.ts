import { removeDraftOrderShippingMethod as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeDraftMethod } from '../../domain/draft-orders/edit-draft-methods.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

export const removeDraftOrderShippingMethod = implement(contract, (request, deps: Deps) =>
  changeDraftEdit(request, deps, {
    change: (order, context) => removeDraftMethod(order, request.params.method_id, context),
  }),
)
