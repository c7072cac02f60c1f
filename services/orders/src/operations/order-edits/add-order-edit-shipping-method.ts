import { addOrderEditShippingMethod as contract } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { requireActiveChange } from '../../domain/order-changes/active-change.ts'
import { addShippingMethod } from '../../domain/order-edits/edit-shipping-methods.ts'
import { isSameBasis, type QuotedOption, type ShippingBasis, shippingBasisOf } from '../../domain/order-edits/shipping-basis.ts'
import { editUpdated, lastActionIds } from '../change-order-edit.ts'

export const addOrderEditShippingMethod = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  const { orders, shippingOptions } = deps

  const outcome = await orders.executeWithLookups(params.id, {
    ...command,
    known: undefined as QuotedOption | undefined,

    decide(order, context, quoted) {
      requireActiveChange(order)
      const basis = shippingBasisOf(order)
      if (!quoted || !isSameBasis(quoted.basis, basis)) return new LookupNeeded(basis)
      const state = addShippingMethod(order, quoted.option, body, context)
      return editUpdated(state, lastActionIds(state, 1), context)
    },
    async lookup(basis: ShippingBasis) {
      return { basis, option: await shippingOptions.quote(body.shipping_option_id, basis, request.passOn()) }
    },
  })

  return previewAnswer('order_preview', outcome, request, deps)
})
