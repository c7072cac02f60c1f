import { getOwnOrderReturnRequest as contract, customerIdOf, type ShownOwnReturnRequest } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { readOrder, requestProjection, returnRequestAnswer } from '../../answers/order-return-request.ts'
import type { Deps } from '../../deps.ts'
import { returnRequestNotFound } from '../../domain/returns/return-request.ts'

export const getOwnOrderReturnRequest = implement(contract, async (request, deps: Deps) => {
  const { params, actor, deadline } = request
  const own = deps.orders.ofBuyer(customerIdOf(actor))
  const found = await own.findWithRequest(params.id, requestProjection(request), deadline)
  if (!found) throw returnRequestNotFound(params.id)
  return returnRequestAnswer<ShownOwnReturnRequest>(readOrder(found), request, deps)
})
