import { getStoreOrder as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { storeOrderAnswer } from '../../answers/store-order.ts'
import type { Deps } from '../../deps.ts'
import { assertNoDraft } from '../../domain/draft-orders/assert-draft.ts'

export const getStoreOrder = implement(contract, async (request, deps: Deps) => {
  const found = await deps.orders.get(request.params.id, request.deadline)
  assertNoDraft(found.state)
  return storeOrderAnswer(found, request, deps)
})
