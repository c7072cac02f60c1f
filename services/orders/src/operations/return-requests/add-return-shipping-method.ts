import { addReturnShippingMethod as contract, returnUpdated } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { addShippingMethod } from '../../domain/order-edits/edit-shipping-methods.ts'
import { isSameBasis, type QuotedOption, type ShippingBasis, shippingBasisOf } from '../../domain/order-edits/shipping-basis.ts'
import { requirePartChange } from '../../domain/returns/part-change.ts'
import { changeReturn } from '../change-return.ts'

export const addReturnShippingMethod = implement(contract, (request, deps: Deps) => {
  const { params, body } = request
  return changeReturn(request, deps, {
    change(order, context, quoted: QuotedOption | undefined) {
      requirePartChange(order, 'return', params.id)
      const basis = shippingBasisOf(order)
      if (!quoted || !isSameBasis(quoted.basis, basis)) return new LookupNeeded(basis)
      return addShippingMethod(order, quoted.option, body, context, { return_id: params.id })
    },
    event: returnUpdated,
    lookup: async (basis: ShippingBasis) => ({
      basis,
      option: await deps.shippingOptions.quote(body.shipping_option_id, basis, request.passOn()),
    }),
  })
})
