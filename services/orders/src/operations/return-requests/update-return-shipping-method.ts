import { updateReturnShippingMethod as contract, returnUpdated } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shippingOptionOf, updateShippingMethod } from '../../domain/order-edits/edit-shipping-methods.ts'
import { isSameBasis, type QuotedOption, type ShippingBasis, shippingBasisOf } from '../../domain/order-edits/shipping-basis.ts'
import { requirePartChange } from '../../domain/returns/part-change.ts'
import { changeReturn } from '../change-return.ts'

interface Need {
  basis: ShippingBasis
  option_id: string
}

/** The option's price is asked for only when the amount goes back to it. */
export const updateReturnShippingMethod = implement(contract, (request, deps: Deps) => {
  const { params, body } = request
  const { action_id } = params
  const own = { return_id: params.id }
  return changeReturn(request, deps, {
    change(order, context, quoted: (Need & QuotedOption) | undefined) {
      requirePartChange(order, 'return', params.id)
      const option_id = body.custom_amount === null ? shippingOptionOf(order, action_id, own) : null
      const basis = shippingBasisOf(order)
      const isKnown = quoted?.option_id === option_id && isSameBasis(quoted.basis, basis)
      if (option_id !== null && !isKnown) return new LookupNeeded<Need>({ basis, option_id })
      return updateShippingMethod(order, action_id, quoted?.option ?? null, body, context, own)
    },
    event: returnUpdated,
    lookup: async ({ basis, option_id }: Need) => ({
      ...{ basis, option_id },
      option: await deps.shippingOptions.quote(option_id, basis, request.passOn()),
    }),
  })
})
