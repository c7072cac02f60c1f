import { administratorIdOf, requestDraftOrderEdit as contract, orderEditRequested } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { assertDraftToEdit } from '../../domain/draft-orders/assert-draft.ts'
import { activeChange } from '../../domain/order-changes/order-change.ts'
import { requestOrderEdit as ask } from '../../domain/order-edits/order-edit.ts'
import { withCollections } from '../../domain/orders/ask-for-payment.ts'
import { followingCollections } from '../../domain/orders/payment-collections.ts'

/** As in Medusa, the draft is asked for payment at once: for what it costs without the edit, until this is confirmed. */
export const requestDraftOrderEdit = implement(contract, async (request, deps: Deps) => {
  const actor_id = administratorIdOf(request.actor)
  const outcome = await deps.orders.execute(request.params.id, {
    ...request.command,
    decide(order, context) {
      assertDraftToEdit(order)
      const asked = ask(order, {}, { now: context.now, actor_id })
      if (asked === order) return { state: order }
      const { pending_difference } = asked.summary
      const state = withCollections(asked, followingCollections({ ...asked, pending_difference }, context), context)
      return { state, events: [orderEditRequested({ order_id: order.id, order_change_id: activeChange(state)!.id })] }
    },
  })
  return previewAnswer('draft_order_preview', outcome, request, deps)
})
