import { requestStoreOrderTransfer as contract, customerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { withoutHistory } from '../../answers/order-change.ts'
import { storeOrderAnswer } from '../../answers/store-order.ts'
import type { Deps } from '../../deps.ts'
import { assertNoDraft } from '../../domain/orders/order-transfer.ts'
import { askForTransfer } from '../ask-for-transfer.ts'

export const requestStoreOrderTransfer = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor } = request
  const customer_id = customerIdOf(actor)
  const asking = { ...body, order_id: params.id, customer_id, actor_id: customer_id, check: assertNoDraft }
  const outcome = await askForTransfer(asking, request, deps)
  return storeOrderAnswer({ ...outcome, state: withoutHistory(outcome.state) })
})
