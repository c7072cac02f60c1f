import { createOrderFulfillment as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { fulfillOrder } from '../fulfill-order.ts'

export const createOrderFulfillment = implement(contract, async (request, deps: Deps) => {
  const fulfillment_id = request.newIds()('ful')
  const all = { ...deps, sets: deps.orders.sets }
  const outcome = await fulfillOrder(request, all, { ...request.body, fulfillment_id, seller_id: null })
  return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
})
