import { listOrderReturnRequests as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedReturnRequests, requestProjection } from '../../answers/order-return-request.ts'
import type { Deps } from '../../deps.ts'

export const listOrderReturnRequests = implement(contract, async (request, deps: Deps) => {
  const { query, deadline } = request
  const page = await deps.orders.pageWithRequests(query, requestProjection(request), deadline)
  const order_return_request = await listedReturnRequests(page, request, deps)
  return { order_return_request, count: page.count, offset: query.offset, limit: query.limit }
})
