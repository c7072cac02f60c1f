import { listOwnOrderSets as contract, customerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { storeOrderSets } from '../../answers/order-set.ts'
import type { Deps } from '../../deps.ts'
import { pageOfOrderSets } from '../page-of-order-sets.ts'

export const listOwnOrderSets = implement(contract, (request, deps: Deps) => {
  const { sets } = deps.orders.ofBuyer(customerIdOf(request.actor))
  return pageOfOrderSets(sets, request, (found, deadline) => storeOrderSets(found, { ...request, deadline }, deps))
})
