import type { DecisionContext } from '@souk/contracts'
import { LookupNeeded, type RequestOf } from '@souk/runtime'
import { previewAnswer } from '../answers/preview.ts'
import type { Deps } from '../deps.ts'
import { assertDraft } from '../domain/draft-orders/assert-draft.ts'
import { activeChange } from '../domain/order-changes/order-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { editUpdated } from './change-order-edit.ts'

type Request = Pick<RequestOf<never>, 'actor' | 'command' | 'deadline' | 'selection'> & { params: { id: string } }

interface DraftEditChange<Own, Need> {
  /** `own` is the result of `lookup`, undefined before. Refuses by throwing. */
  change: (order: OrderRecord, context: DecisionContext, own: Own | undefined) => OrderRecord | LookupNeeded<Need>
  lookup?: (need: Need) => Promise<Own>
}

/** Changes the active edit of a draft order, with an event for each action, and answers the preview. */
export async function changeDraftEdit<Own = undefined, Need = never>(
  request: Request,
  deps: Deps,
  { change, lookup }: DraftEditChange<Own, Need>,
) {
  const outcome = await deps.orders.executeWithLookups<Own | undefined, Need>(request.params.id, {
    ...request.command,
    known: undefined,
    decide(order, context, own) {
      assertDraft(order)
      const state = change(order, context, own)
      return state instanceof LookupNeeded ? state : editUpdated(state, touchedActions(order, state), context)
    },
    lookup: (need) => lookup!(need),
  })
  return previewAnswer('draft_order_preview', outcome, request, deps)
}

/** The ids of the actions that are new, changed or gone. */
function touchedActions(before: OrderRecord, after: OrderRecord): string[] {
  const was = activeChange(before)?.actions ?? []
  const is = activeChange(after)?.actions ?? []
  const changed = is.filter((action) => !was.includes(action))
  const gone = was.filter(({ id }) => !is.some((action) => action.id === id))
  return [...changed, ...gone].map(({ id }) => id)
}
