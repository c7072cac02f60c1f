import { beginDraftOrderEdit as contract, orderEditCreated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { assertDraft } from '../../domain/draft-orders/assert-draft.ts'
import { activeChange } from '../../domain/order-changes/order-change.ts'
import { beginOrderEdit as begin } from '../../domain/order-edits/order-edit.ts'

/**
 * The draft's document records its active change, so one of two concurrent edits is refused. Like an order's edit, it does not
 * record who began it.
 */
export const beginDraftOrderEdit = implement(contract, async (request, deps: Deps) => {
  const outcome = await deps.orders.execute(request.params.id, {
    ...request.command,
    decide(order, context) {
      assertDraft(order)
      const state = begin(order, {}, { ...context, actor_id: null })
      return { state, events: [orderEditCreated({ order_id: order.id, order_change_id: activeChange(state)!.id })] }
    },
  })
  return previewAnswer('draft_order_preview', outcome, request, deps)
})
