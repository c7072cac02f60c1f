import { listOwnOrderReturnRequests as contract, customerIdOf, type ShownOwnReturnRequest } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedReturnRequests, requestProjection } from '../../answers/order-return-request.ts'
import type { Deps } from '../../deps.ts'

export const listOwnOrderReturnRequests = implement(contract, async (request, deps: Deps) => {
  const { query, actor, deadline } = request
  const own = deps.orders.ofBuyer(customerIdOf(actor))
  const page = await own.pageWithRequests(query, requestProjection(request), deadline)
  const order_return_requests = await listedReturnRequests<ShownOwnReturnRequest>(page, request, deps)
  return { order_return_requests, count: page.count, offset: query.offset, limit: query.limit }
})
