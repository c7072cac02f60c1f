import { listOrderSets as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { adminOrderSets } from '../../answers/order-set.ts'
import type { Deps } from '../../deps.ts'
import { pageOfOrderSets } from '../page-of-order-sets.ts'

export const listOrderSets = implement(contract, (request, deps: Deps) =>
  pageOfOrderSets(deps.orders.sets, request, (found, deadline) => adminOrderSets(found, { ...request, deadline }, deps)),
)
