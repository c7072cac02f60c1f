import { requestStoreOrderTransfer as contract, customerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { changedStoreOrderAnswer } from '../../answers/store-order.ts'
import type { Deps } from '../../deps.ts'
import { assertNoDraft } from '../../domain/draft-orders/assert-draft.ts'
import { askForTransfer } from '../ask-for-transfer.ts'

export const requestStoreOrderTransfer = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor } = request
  const customer_id = customerIdOf(actor)
  const asking = { ...body, order_id: params.id, customer_id, actor_id: customer_id, check: assertNoDraft }
  return changedStoreOrderAnswer(await askForTransfer(asking, request, deps))
})
