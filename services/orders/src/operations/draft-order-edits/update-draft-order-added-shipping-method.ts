import { updateDraftOrderAddedShippingMethod as contract, type QuotedShipping } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shippingOptionOf, updateShippingMethod } from '../../domain/order-edits/edit-shipping-methods.ts'
import { isSameBasis, type ShippingBasis, shippingBasisOf } from '../../domain/order-edits/shipping-basis.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

interface Need {
  basis: ShippingBasis
  option_id: string
}
/** The option is null when there is none any more. */
type Quoted = Need & { option: QuotedShipping | null }

/** The option's price is asked for only when the amount goes back to it. */
export const updateDraftOrderAddedShippingMethod = implement(contract, (request, deps: Deps) => {
  const { params, passOn } = request
  const { shipping_option_id: _, ...input } = request.body
  return changeDraftEdit<Quoted, Need>(request, deps, {
    change(order, context, known) {
      const option_id = input.custom_amount === null ? shippingOptionOf(order, params.action_id) : null
      const basis = shippingBasisOf(order)
      const isKnown = known?.option_id === option_id && isSameBasis(known.basis, basis)
      if (option_id !== null && !isKnown) return new LookupNeeded({ basis, option_id })
      return updateShippingMethod(order, params.action_id, known?.option ?? null, input, context)
    },
    lookup: async ({ basis, option_id }) => {
      return { basis, option_id, option: await deps.shippingOptions.quote(option_id, basis, passOn()) }
    },
  })
})
