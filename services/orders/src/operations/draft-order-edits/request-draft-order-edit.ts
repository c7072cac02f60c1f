import { administratorIdOf, requestDraftOrderEdit as contract, orderEditRequested } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { assertDraftToEdit } from '../../domain/draft-orders/assert-draft.ts'
import { activeChange } from '../../domain/order-changes/order-change.ts'
import { requestOrderEdit as ask } from '../../domain/order-edits/order-edit.ts'

export const requestDraftOrderEdit = implement(contract, async (request, deps: Deps) => {
  const actor_id = administratorIdOf(request.actor)
  const outcome = await deps.orders.execute(request.params.id, {
    ...request.command,
    decide(order, { now }) {
      assertDraftToEdit(order)
      const state = ask(order, {}, { now, actor_id })
      if (state === order) return { state }
      return { state, events: [orderEditRequested({ order_id: order.id, order_change_id: activeChange(state)!.id })] }
    },
  })
  return previewAnswer('draft_order_preview', outcome, request, deps)
})
