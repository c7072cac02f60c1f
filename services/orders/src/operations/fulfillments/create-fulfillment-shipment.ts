import { createFulfillmentShipment as contract, shipmentCreated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { fulfillmentAnswer } from '../../answers/fulfillment.ts'
import type { Deps } from '../../deps.ts'
import { authorIdOf } from '../../domain/orders/author.ts'
import { shipFulfillment } from '../../domain/orders/ship-fulfillment.ts'
import { orderIdOfFulfillment } from './order-id-of-fulfillment.ts'

export const createFulfillmentShipment = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command, deadline } = request
  const fulfillment_id = params.id
  const order_id = await orderIdOfFulfillment(fulfillment_id, deps, deadline)
  const shipping = { ...body, fulfillment_id, line_ids: [], marked_shipped_by: authorIdOf(actor) }
  const outcome = await deps.orders.execute(order_id, {
    ...command,
    decide: (order, context) => ({
      state: shipFulfillment(order, shipping, context),
      events: [shipmentCreated({ id: fulfillment_id, order_id, no_notification: 'false' })],
    }),
  })
  return fulfillmentAnswer(outcome, fulfillment_id)
})
