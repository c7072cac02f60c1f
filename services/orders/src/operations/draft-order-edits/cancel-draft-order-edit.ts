import { administratorIdOf, cancelDraftOrderEdit as contract, orderEditCanceled } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertDraftToEdit } from '../../domain/draft-orders/assert-draft.ts'
import { activeChange } from '../../domain/order-changes/order-change.ts'
import { cancelOrderEdit as cancel } from '../../domain/order-edits/order-edit.ts'

export const cancelDraftOrderEdit = implement(contract, async ({ params: { id }, actor, command }, { orders }: Deps) => {
  const { revision } = await orders.execute(id, {
    ...command,
    decide(order, { now }) {
      assertDraftToEdit(order)
      const state = cancel(order, { now, actor_id: administratorIdOf(actor) })
      return { state, events: [orderEditCanceled({ order_id: id, order_change_id: activeChange(order)!.id })] }
    },
  })
  return deletionAnswer('draft-order-edit', id, { revision })
})
