import { createVendorOrderFulfillment as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { fulfillmentAnswer } from '../../answers/fulfillment.ts'
import type { Deps } from '../../deps.ts'
import { fulfillOrder } from '../fulfill-order.ts'

export const createVendorOrderFulfillment = implement(contract, async (request, deps: Deps) => {
  const { items, location_id, shipping_option_id } = request.body
  const seller_id = sellerIdOf(request.actor)
  const fulfillment_id = request.newIds()('ful')
  const own = { ...deps, orders: deps.orders.ofSeller(seller_id), sets: deps.orders.sets }
  const wanted = { items, location_id, shipping_option_id, fulfillment_id, seller_id }
  const outcome = await fulfillOrder(request, own, wanted)
  return fulfillmentAnswer(outcome, fulfillment_id)
})
