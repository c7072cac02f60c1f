import { updateOrderEditShippingMethod as contract } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { shippingOptionOf, updateShippingMethod } from '../../domain/order-edits/edit-shipping-methods.ts'
import { isSameBasis, type QuotedOption, type ShippingBasis, shippingBasisOf } from '../../domain/order-edits/shipping-basis.ts'
import { editUpdated } from '../change-order-edit.ts'

interface Need {
  basis: ShippingBasis
  option_id: string
}

/** The option's price is asked for only when the amount goes back to it. */
export const updateOrderEditShippingMethod = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  const { action_id } = params

  const outcome = await deps.orders.executeWithLookups(params.id, {
    ...command,
    known: undefined as (Need & QuotedOption) | undefined,

    decide(order, context, quoted) {
      const option_id = body.custom_amount === null ? shippingOptionOf(order, action_id) : null
      const basis = shippingBasisOf(order)
      const isKnown = quoted?.option_id === option_id && isSameBasis(quoted.basis, basis)
      if (option_id !== null && !isKnown) return new LookupNeeded<Need>({ basis, option_id })
      return editUpdated(updateShippingMethod(order, action_id, quoted?.option ?? null, body, context), [action_id], context)
    },
    async lookup({ basis, option_id }: Need) {
      return { basis, option_id, option: await deps.shippingOptions.quote(option_id, basis, request.passOn()) }
    },
  })

  return previewAnswer('order_preview', outcome, request, deps)
})
