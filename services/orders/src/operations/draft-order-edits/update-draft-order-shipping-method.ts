import { updateDraftOrderShippingMethod as contract, notFound, type QuotedShipping } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateDraftMethod } from '../../domain/draft-orders/edit-draft-methods.ts'
import { requireEdit } from '../../domain/order-changes/active-change.ts'
import { isSameBasis, type ShippingBasis, shippingBasisOf } from '../../domain/order-edits/shipping-basis.ts'
import { changeDraftEdit } from '../change-draft-edit.ts'

interface Quoted {
  basis: ShippingBasis
  option: QuotedShipping
}

export const updateDraftOrderShippingMethod = implement(contract, (request, deps: Deps) => {
  const { params, body, passOn } = request
  const { shipping_option_id } = body
  return changeDraftEdit<Quoted, ShippingBasis>(request, deps, {
    change(order, context, known) {
      requireEdit(order)
      const basis = shippingBasisOf(order)
      const isKnown = known && isSameBasis(known.basis, basis)
      if (shipping_option_id !== undefined && !isKnown) return new LookupNeeded(basis)
      return updateDraftMethod(order, params.method_id, known?.option, body, context)
    },
    async lookup(basis) {
      const option = await deps.shippingOptions.quote(shipping_option_id!, basis, passOn())
      if (!option) throw notFound(`ShippingOption id not found: ${shipping_option_id}`)
      return { basis, option }
    },
  })
})
