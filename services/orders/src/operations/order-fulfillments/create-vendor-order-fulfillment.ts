import { createVendorOrderFulfillment as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { fulfillmentAnswer } from '../../answers/fulfillment.ts'
import type { Deps } from '../../deps.ts'
import { fulfillOrder } from '../fulfill-order.ts'

export const createVendorOrderFulfillment = implement(contract, async (request, { orders, stock }: Deps) => {
  const { items, location_id } = request.body
  const seller_id = sellerIdOf(request.actor)
  const fulfillment_id = request.newIds()('ful')
  const own = { orders: orders.ofSeller(seller_id), stock }
  const outcome = await fulfillOrder(request, own, { items, location_id, fulfillment_id, seller_id })
  return fulfillmentAnswer(outcome, fulfillment_id)
})
