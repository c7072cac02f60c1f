import { reviewVendorOrderReturnRequest as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { reviewReturnRequest } from '../review-return-request.ts'

export const reviewVendorOrderReturnRequest = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, deadline } = request
  const orders = deps.orders.ofSeller(sellerIdOf(actor))
  const { _id: order_id } = await orders.findWithRequest(params.id, { _id: 1 }, deadline)
  const { vendor_reviewer_note: note, ...decision } = body
  return reviewReturnRequest(order_id, { by: 'vendor', note, ...decision }, request, { orders }, deps)
})
