import { administratorIdOf, deleteDraftOrder as contract, draftOrderDeleted } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { deletedDraft } from '../../domain/draft-orders/deleted-draft.ts'

export const deleteDraftOrder = implement(contract, async ({ params: { id }, actor, command }, deps: Deps) => {
  const actor_id = administratorIdOf(actor)
  const { revision } = await deps.orders.execute(id, {
    ...command,
    decide: (order, context) => ({
      state: deletedDraft(order, { ...context, actor_id }),
      events: [draftOrderDeleted({ id })],
    }),
  })
  return deletionAnswer('draft-order', id, { revision })
})
