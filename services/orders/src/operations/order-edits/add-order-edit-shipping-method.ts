import { addOrderEditShippingMethod as contract } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { requireActiveChange } from '../../domain/order-changes/active-change.ts'
import type { QuotedOption, ShippingBasis } from '../../domain/order-edits/shipping-basis.ts'
import { editUpdated, lastActionIds } from '../change-order-edit.ts'
import { executeCarrying } from '../execute-carrying.ts'
import { addingMethod } from '../quoted-methods.ts'

export const addOrderEditShippingMethod = implement(contract, async (request, deps: Deps) => {
  const { change, lookup } = addingMethod(request, deps, (order) => {
    requireActiveChange(order)
    return {}
  })

  const outcome = await executeCarrying<QuotedOption, ShippingBasis>(request.params.id, request, deps, {
    decide(order, context, quoted) {
      const state = change(order, context, quoted)
      return state instanceof LookupNeeded ? state : editUpdated(state, lastActionIds(state, 1))
    },
    lookup,
  })

  return previewAnswer('order_preview', outcome, request, deps)
})
