import { getVendorOrderReturnRequest as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { readOrder, requestProjection, returnRequestAnswer } from '../../answers/order-return-request.ts'
import type { Deps } from '../../deps.ts'

export const getVendorOrderReturnRequest = implement(contract, async (request, deps: Deps) => {
  const { params, actor, deadline } = request
  const own = deps.orders.ofSeller(sellerIdOf(actor))
  const found = await own.findWithRequest(params.id, requestProjection(request), deadline)
  return returnRequestAnswer(readOrder(found), request, deps)
})
