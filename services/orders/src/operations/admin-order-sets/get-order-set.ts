import { getOrderSet as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { adminOrderSets } from '../../answers/order-set.ts'
import type { Deps } from '../../deps.ts'
import { findOrderSet } from '../find-order-set.ts'

export const getOrderSet = implement(contract, async (request, deps: Deps) => {
  const { orders, revision } = await findOrderSet(deps.orders.sets, request.params.id, request.deadline)
  const [order_set] = await adminOrderSets([orders], request, deps)
  return new Answer({ order_set: order_set! }, { revision, others: 'anywhere' })
})
