import { administratorIdOf, requestOrderEdit as contract, orderEditRequested } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { activeChange } from '../../domain/order-changes/order-change.ts'
import { requestOrderEdit as ask } from '../../domain/order-edits/order-edit.ts'

export const requestOrderEdit = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command } = request
  const outcome = await deps.orders.execute(params.id, {
    ...command,
    decide(order, { now }) {
      const state = ask(order, body, { now, actor_id: administratorIdOf(actor) })
      if (state === order) return { state }
      return { state, events: [orderEditRequested({ order_id: order.id, order_change_id: activeChange(state)!.id })] }
    },
  })
  return previewAnswer('order_preview', outcome, request, deps)
})
