import { getOrder as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { orderAtVersion } from '../../domain/orders/order-version.ts'

export const getOrder = implement(contract, async (request, deps: Deps) => {
  const { params, query, deadline } = request
  if (query.version === undefined) return orderAnswer(await deps.orders.get(params.id, deadline), request, deps)
  const { state, changes, revision } = await deps.orders.getWithChanges(params.id, deadline)
  return orderAnswer({ state: withoutHistory(orderAtVersion(state, changes, query.version)), revision }, request, deps)
})
