import { updateOrderEditShippingMethod as contract } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { editUpdated } from '../change-order-edit.ts'
import { executeCarrying } from '../execute-carrying.ts'
import { updatingMethod } from '../quoted-methods.ts'

export const updateOrderEditShippingMethod = implement(contract, async (request, deps: Deps) => {
  const { params, body } = request
  const { change, lookup } = updatingMethod(request, body, deps, () => ({}))

  const outcome = await executeCarrying(params.id, request, deps, {
    decide(order, context, quoted) {
      const state = change(order, context, quoted)
      return state instanceof LookupNeeded ? state : editUpdated(state, [params.action_id])
    },
    lookup,
  })

  return previewAnswer('order_preview', outcome, request, deps)
})
