import { reviewOrderReturnRequest as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { returnRequestNotFound } from '../../domain/returns/return-request.ts'
import { reviewReturnRequest } from '../review-return-request.ts'

export const reviewOrderReturnRequest = implement(contract, async (request, deps: Deps) => {
  const { params, body, deadline } = request
  const found = await deps.orders.findWithRequest(params.id, { _id: 1 }, deadline)
  if (!found) throw returnRequestNotFound(params.id)
  const { admin_reviewer_note: note, ...decision } = body
  return reviewReturnRequest(found._id, { by: 'admin', note, ...decision }, request, deps, deps)
})
