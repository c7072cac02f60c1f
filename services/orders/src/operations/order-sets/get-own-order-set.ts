import { getOwnOrderSet as contract, customerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { storeOrderSets } from '../../answers/order-set.ts'
import type { Deps } from '../../deps.ts'
import { findOrderSet } from '../find-order-set.ts'

export const getOwnOrderSet = implement(contract, async (request, deps: Deps) => {
  const { sets } = deps.orders.ofBuyer(customerIdOf(request.actor))
  const { orders, revision } = await findOrderSet(sets, request.params.id, request.deadline)
  const [order_set] = await storeOrderSets([orders], request, deps)
  return new Answer({ order_set: order_set! }, { revision, others: 'anywhere' })
})
