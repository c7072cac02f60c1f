import { getVendorReturn as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { vendorReturnAnswer } from '../../answers/vendor-return.ts'
import type { Deps } from '../../deps.ts'

export const getVendorReturn = implement(contract, async (request, deps: Deps) => {
  const { params, actor, deadline } = request
  return vendorReturnAnswer(await deps.orders.ofSeller(sellerIdOf(actor)).findPart('return', params.id, deadline), request, deps)
})
