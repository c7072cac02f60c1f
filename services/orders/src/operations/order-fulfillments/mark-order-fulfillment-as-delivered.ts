import { markOrderFulfillmentAsDelivered as contract, deliveryCreated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { deliverFulfillment } from '../../domain/orders/deliver-fulfillment.ts'

export const markOrderFulfillmentAsDelivered = implement(contract, async (request, deps: Deps) => {
  const { params, command } = request
  const outcome = await deps.orders.execute(params.id, {
    ...command,
    decide(order, context) {
      const state = deliverFulfillment(order, params.fulfillment_id, context)
      return { state, events: [deliveryCreated({ id: params.fulfillment_id, order_id: order.id })] }
    },
  })
  return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
})
