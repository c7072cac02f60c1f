import { cancelStoreOrderTransfer as contract, customerIdOf, orderTransferCanceled } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { changedStoreOrderAnswer } from '../../answers/store-order.ts'
import type { Deps } from '../../deps.ts'
import { cancelOwnTransfer, transferOf } from '../../domain/orders/order-transfer.ts'

export const cancelStoreOrderTransfer = implement(contract, async ({ params, actor, command }, deps: Deps) => {
  const customer_id = customerIdOf(actor)
  const outcome = await deps.orders.execute(params.id, {
    ...command,
    decide(order, context) {
      const state = cancelOwnTransfer(order, customer_id, context)
      return { state, events: [orderTransferCanceled({ id: order.id, order_change_id: transferOf(order)!.id })] }
    },
  })
  return changedStoreOrderAnswer(outcome)
})
