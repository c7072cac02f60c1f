import { getVendorOrder as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { vendorOrderAnswer } from '../../answers/vendor-order.ts'
import type { Deps } from '../../deps.ts'

export const getVendorOrder = implement(contract, async (request, deps: Deps) => {
  const { params, actor, deadline } = request
  return vendorOrderAnswer(await deps.orders.ofSeller(sellerIdOf(actor)).get(params.id, deadline), request, deps)
})
