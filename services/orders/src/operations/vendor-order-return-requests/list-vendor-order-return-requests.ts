import { listVendorOrderReturnRequests as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedReturnRequests, requestProjection } from '../../answers/order-return-request.ts'
import type { Deps } from '../../deps.ts'

export const listVendorOrderReturnRequests = implement(contract, async (request, deps: Deps) => {
  const { query, actor, deadline } = request
  const own = deps.orders.ofSeller(sellerIdOf(actor))
  const page = await own.pageWithRequests(query, requestProjection(request), deadline)
  const order_return_request = await listedReturnRequests(page, request, deps)
  return { order_return_request, count: page.count, offset: query.offset, limit: query.limit }
})
