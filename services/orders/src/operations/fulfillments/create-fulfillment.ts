import { createFulfillment as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { fulfillmentAnswer } from '../../answers/fulfillment.ts'
import type { Deps } from '../../deps.ts'
import { fulfillOrder } from '../fulfill-order.ts'

/** The order is the aggregate, so concurrent requests never pack more than it has. */
export const createFulfillment = implement(contract, async (request, deps: Deps) => {
  const { order_id, items, shipping_option_id, ...body } = request.body
  const fulfillment_id = request.newIds()('ful')
  const all = { ...deps, sets: deps.orders.sets }
  const outcome = await fulfillOrder({ ...request, params: { id: order_id } }, all, {
    ...body,
    items: items.map(({ line_item_id, quantity }) => ({ id: line_item_id, quantity })),
    shipping_option_id: shipping_option_id ?? undefined,
    fulfillment_id,
    seller_id: null,
  })
  return fulfillmentAnswer(outcome, fulfillment_id)
})
