import { getOrder as contract, wants } from '@souk/contracts'
import { implement, type RequestOf } from '@souk/runtime'
import { adminOrderAnswer } from '../../answers/admin-order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { orderAtVersion } from '../../domain/orders/order-version.ts'

type Request = RequestOf<typeof contract>

export const getOrder = implement(contract, async (request, deps: Deps) =>
  adminOrderAnswer(await asRequested(request, deps), request, deps),
)

/** The order, or the requested version of it, with its returns if they are requested. */
async function asRequested(request: Request, { orders }: Deps) {
  const { params, selection, deadline } = request
  const withReturns = wants(selection, 'returns')
  if (request.query.version === undefined && !withReturns) {
    return { ...(await orders.get(params.id, deadline)), returns: undefined }
  }
  const { state, revision } = await atVersion(request, orders)
  return { state: withoutHistory(state), revision, returns: withReturns ? state.returns : undefined }
}

async function atVersion({ params, query, deadline }: Request, orders: Deps['orders']) {
  if (query.version === undefined) return orders.getWithActiveChange(params.id, deadline)
  const { state, changes, revision } = await orders.getWithChanges(params.id, deadline)
  return { state: orderAtVersion(state, changes, query.version), revision }
}
