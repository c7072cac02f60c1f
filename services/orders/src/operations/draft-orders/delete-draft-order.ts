import { deleteDraftOrder as contract, draftOrderDeleted } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertDraft } from '../../domain/draft-orders/assert-draft.ts'

export const deleteDraftOrder = implement(contract, async ({ params: { id }, command }, deps: Deps) => {
  const { revision } = await deps.orders.execute(id, {
    ...command,
    decide(order, { now }) {
      assertDraft(order)
      return { state: { ...order, deleted_at: now }, events: [draftOrderDeleted({ id })] }
    },
  })
  return new Answer({ id, object: 'draft-order' as const, deleted: true as const }, { revision })
})
