import { administratorIdOf, cancelOrderTransfer as contract, orderTransferCanceled } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { cancelTransfer, transferOf } from '../../domain/orders/order-transfer.ts'

export const cancelOrderTransfer = implement(contract, async (request, deps: Deps) => {
  const actor_id = administratorIdOf(request.actor)
  const outcome = await deps.orders.execute(request.params.id, {
    ...request.command,
    decide(order, context) {
      const state = cancelTransfer(order, { ...context, actor_id })
      return { state, events: [orderTransferCanceled({ id: order.id, order_change_id: transferOf(order)!.id })] }
    },
  })
  return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
})
