import { listOrderChanges as contract } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import { listedChanges, shownChanges } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'

export const listOrderChanges = implement(contract, async (request, deps: Deps) => {
  const { params, query, deadline } = request
  const { state, changes } = await deps.orders.getWithChanges(params.id, deadline)
  const { records, ...page } = pageOf(listedChanges(changes), query, [], 'as given')
  return { order_changes: await shownChanges(state, records, request, deps), ...page }
})
