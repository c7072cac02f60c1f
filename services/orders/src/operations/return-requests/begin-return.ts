import { beginReturn as contract, returnCreated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { begunReturnAnswer } from '../../answers/return-preview.ts'
import type { Deps } from '../../deps.ts'
import { beginReturn as begin } from '../../domain/returns/begin-return.ts'
import { beginNumberedPart } from '../begin-numbered-part.ts'

export const beginReturn = implement(contract, async (request, deps: Deps) => {
  const { order_id, metadata = null, ...input } = request.body
  const return_id = request.newIds()('return')
  const outcome = await beginNumberedPart('return', request, deps, (order, display_id, context) => ({
    state: begin(order, { ...input, metadata, display_id }, context),
    events: [returnCreated({ id: return_id, order_id })],
  }))
  return begunReturnAnswer(return_id, outcome, request, deps)
})
