import { administratorIdOf, cancelOrderEdit as contract, orderEditCanceled } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { activeChange } from '../../domain/order-changes/order-change.ts'
import { cancelOrderEdit as cancel } from '../../domain/order-edits/order-edit.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

export const cancelOrderEdit = implement(contract, async ({ params, actor, command }, { orders }: Deps) => {
  const { revision } = await orders.execute(params.id, {
    ...command,
    decide(order: OrderRecord, { now }) {
      const state = cancel(order, { now, actor_id: administratorIdOf(actor) })
      const order_change_id = activeChange(order)!.id
      return { state, events: [orderEditCanceled({ order_id: order.id, order_change_id })] }
    },
  })

  return deletionAnswer('order-edit', params.id, { revision })
})
