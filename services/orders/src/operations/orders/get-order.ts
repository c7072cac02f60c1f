import { getOrder as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import type { Deps } from '../../deps.ts'

export const getOrder = implement(contract, async (request, deps: Deps) =>
  orderAnswer(await deps.orders.get(request.params.id, request.deadline), request, deps),
)
