import { administratorIdOf, requestOrderTransfer as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { askForTransfer } from '../ask-for-transfer.ts'

export const requestOrderTransfer = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor } = request
  const outcome = await askForTransfer({ ...body, order_id: params.id, actor_id: administratorIdOf(actor) }, request, deps)
  return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
})
