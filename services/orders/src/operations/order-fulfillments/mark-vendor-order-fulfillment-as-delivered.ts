import { markVendorOrderFulfillmentAsDelivered as contract, deliveryCreated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { deliverFulfillment } from '../../domain/orders/deliver-fulfillment.ts'
import { changeOwnOrder } from '../change-order.ts'

export const markVendorOrderFulfillmentAsDelivered = implement(contract, (request, deps: Deps) => {
  const { fulfillment_id } = request.params
  return changeOwnOrder(request, deps, {
    change: (order, context) => deliverFulfillment(order, fulfillment_id, context),
    event: ({ id }) => deliveryCreated({ id: fulfillment_id, order_id: id, no_notification: 'false' }),
  })
})
