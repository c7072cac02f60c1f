import { createVendorOrderShipment as contract, shipmentCreated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { authorIdOf } from '../../domain/orders/author.ts'
import { shipFulfillment } from '../../domain/orders/ship-fulfillment.ts'
import { changeOwnOrder } from '../change-order.ts'

export const createVendorOrderShipment = implement(contract, (request, deps: Deps) => {
  const { items, labels } = request.body
  const { fulfillment_id } = request.params
  const shipping = { labels, fulfillment_id, line_ids: items.map(({ id }) => id), marked_shipped_by: authorIdOf(request.actor) }
  return changeOwnOrder(request, deps, {
    change: (order, context) => shipFulfillment(order, shipping, context),
    event: ({ id }) => shipmentCreated({ id: fulfillment_id, order_id: id, no_notification: 'false' }),
  })
})
