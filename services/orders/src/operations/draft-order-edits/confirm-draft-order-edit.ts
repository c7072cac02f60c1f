import { administratorIdOf, confirmDraftOrderEdit as contract, orderEditConfirmed } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { assertDraftToEdit } from '../../domain/draft-orders/assert-draft.ts'
import { activeChange } from '../../domain/order-changes/order-change.ts'
import { confirmOrderEdit as confirm } from '../../domain/order-edits/confirm-order-edit.ts'
import { confirmedChange } from '../confirmed-change.ts'

/** Nothing is reserved for a draft: stock is claimed when it is converted. */
export const confirmDraftOrderEdit = implement(contract, async (request, deps: Deps) => {
  const actor_id = administratorIdOf(request.actor)
  const outcome = await deps.orders.execute(request.params.id, {
    ...request.command,
    decide(order, context) {
      assertDraftToEdit(order)
      const state = confirm(order, { ...context, actor_id })
      return { state, events: [orderEditConfirmed({ order_id: order.id, order_change_id: activeChange(order)!.id })] }
    },
  })
  const closed = await confirmedChange(outcome.state, request, deps)
  return previewAnswer('draft_order_preview', outcome, request, deps, closed)
})
