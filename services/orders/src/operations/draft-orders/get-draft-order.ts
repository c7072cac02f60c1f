import { getDraftOrder as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { draftOrderAnswer } from '../../answers/draft-order.ts'
import type { Deps } from '../../deps.ts'

export const getDraftOrder = implement(contract, async (request, deps: Deps) =>
  draftOrderAnswer(await deps.orders.getDraft(request.params.id, request.deadline), request, deps),
)
