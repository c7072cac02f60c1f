import { addDraftOrderShippingMethod as contract, type QuotedShipping } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { requireEdit } from '../../domain/order-changes/active-change.ts'
import { addShippingMethod } from '../../domain/order-edits/edit-shipping-methods.ts'
import { isSameBasis, type ShippingBasis, shippingBasisOf } from '../../domain/order-edits/shipping-basis.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

interface Quoted {
  basis: ShippingBasis
  /** Null when there is no such option. */
  option: QuotedShipping | null
}

export const addDraftOrderShippingMethod = implement(contract, (request, deps: Deps) => {
  const { body, passOn } = request
  return changeDraftEdit<Quoted, ShippingBasis>(request, deps, {
    change(order, context, known) {
      requireEdit(order)
      const basis = shippingBasisOf(order)
      if (!known || !isSameBasis(known.basis, basis)) return new LookupNeeded(basis)
      return addShippingMethod(order, known.option, body, context)
    },
    lookup: async (basis) => ({ basis, option: await deps.shippingOptions.quote(body.shipping_option_id, basis, passOn()) }),
  })
})
