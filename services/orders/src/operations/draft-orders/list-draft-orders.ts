import { listDraftOrders as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedOrders, projectionOfList } from '../../answers/order.ts'
import type { Deps } from '../../deps.ts'

export const listDraftOrders = implement(contract, async (request, deps: Deps) => {
  const { query, selection, deadline } = request
  const page = await deps.orders.pageOfDrafts({ query, projection: projectionOfList(selection), deadline })
  const draft_orders = await listedOrders(page, request, deps)
  return { draft_orders, count: page.count, offset: query.offset, limit: query.limit }
})
