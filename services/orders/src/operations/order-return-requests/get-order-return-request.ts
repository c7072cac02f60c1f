import { getOrderReturnRequest as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { readOrder, requestProjection, returnRequestAnswer } from '../../answers/order-return-request.ts'
import type { Deps } from '../../deps.ts'
import { returnRequestNotFound } from '../../domain/returns/return-request.ts'

export const getOrderReturnRequest = implement(contract, async (request, deps: Deps) => {
  const { params, deadline } = request
  const found = await deps.orders.findWithRequest(params.id, requestProjection(request), deadline)
  if (!found) throw returnRequestNotFound(params.id)
  return returnRequestAnswer(readOrder(found), request, deps)
})
