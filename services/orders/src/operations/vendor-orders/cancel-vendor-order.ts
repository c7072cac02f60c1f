import { cancelVendorOrder as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { vendorOrderAnswer } from '../../answers/vendor-order.ts'
import type { Deps } from '../../deps.ts'
import { cancelOrder as cancel } from '../../domain/orders/order-status.ts'
import { canceledOrderEvents } from '../canceled-order-events.ts'
import { changeStockedOrder } from '../change-stocked-order.ts'

/** Stock reserved for it becomes available again. */
export const cancelVendorOrder = implement(contract, async (request, deps: Deps) => {
  const { actor } = request
  const own = deps.orders.ofSeller(sellerIdOf(actor))
  const outcome = await changeStockedOrder(
    request,
    { orders: own, stock: deps.stock },
    {
      change: (order, context) => cancel(order, { ...context, actor_id: actor.type === 'member' ? actor.id : null }),
      event: canceledOrderEvents,
    },
  )
  return vendorOrderAnswer(outcome, request, deps)
})
