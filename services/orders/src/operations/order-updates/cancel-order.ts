import { administratorIdOf, cancelOrder as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { cancelOrder as cancel } from '../../domain/orders/order-status.ts'
import { canceledOrderEvents } from '../canceled-order-events.ts'
import { changeStockedOrder } from '../change-stocked-order.ts'

/** Stock reserved for it becomes available again. */
export const cancelOrder = implement(contract, async (request, deps: Deps) => {
  const actor_id = administratorIdOf(request.actor)
  const outcome = await changeStockedOrder(request, deps, {
    change: (order, context) => cancel(order, { ...context, actor_id }),
    event: canceledOrderEvents,
  })
  return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
})
