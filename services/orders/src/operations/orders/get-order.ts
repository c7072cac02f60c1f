import { getOrder as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { adminOrderAnswer } from '../../answers/admin-order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { orderAtVersion } from '../../domain/orders/order-version.ts'

export const getOrder = implement(contract, async (request, deps: Deps) => {
  const { params, query, deadline } = request
  if (query.version === undefined) return adminOrderAnswer(await deps.orders.get(params.id, deadline), request, deps)
  const { state, changes, revision } = await deps.orders.getWithChanges(params.id, deadline)
  return adminOrderAnswer({ state: withoutHistory(orderAtVersion(state, changes, query.version)), revision }, request, deps)
})
