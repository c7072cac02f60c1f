import type { DecisionContext } from '@souk/contracts'
import { LookupNeeded, type RequestContext } from '@souk/runtime'
import { previewAnswer } from '../answers/preview.ts'
import type { Deps } from '../deps.ts'
import { assertDraftToEdit } from '../domain/draft-orders/assert-draft.ts'
import { withComputed, withoutComputed } from '../domain/draft-orders/computed-promotions.ts'
import { activeChange } from '../domain/order-changes/order-change.ts'
import { applyChange } from '../domain/order-changes/preview.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { promotionQuestion } from '../domain/promotions/promotion-question.ts'
import { editUpdated } from './change-order-edit.ts'
import { type KnownWithPromotions, type NeedWithPromotions, promotionLookup, quotedFor } from './promotion-lookup.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline' | 'passOn' | 'selection'> & { params: { id: string } }

interface DraftEditChange<Own, Need> {
  /** `own` is the result of `lookup`, undefined before. Throws to refuse. */
  change: (order: OrderRecord, context: DecisionContext, own: Own | undefined) => OrderRecord | LookupNeeded<Need>
  lookup?: (need: Need) => Promise<Own>
}

/**
 * Changes the active edit of a draft order, with an event for each action, recomputes its promotions, and answers the preview.
 */
export async function changeDraftEdit<Own = undefined, Need = never>(
  request: Request,
  deps: Deps,
  { change, lookup }: DraftEditChange<Own, Need>,
) {
  const { params, command } = request
  const execute = () =>
    deps.orders.executeWithLookups<KnownWithPromotions<Own>, NeedWithPromotions<Need>>(params.id, {
      ...command,
      known: {},
      decide(order, context, known) {
        assertDraftToEdit(order)
        const before = withoutComputed(order)
        const changed = change(before, context, known.own)
        if (changed instanceof LookupNeeded) return new LookupNeeded({ own: changed.need })
        const quoted = quotedFor(promotionQuestion(applyChange(changed, activeChange(changed)!, false)), known)
        if (quoted instanceof LookupNeeded) return quoted
        return editUpdated(withComputed(changed, order, quoted, context), touchedActions(before, changed))
      },
      lookup: promotionLookup(deps, request, lookup),
    })
  // In turn, since concurrent changes would invalidate each other's promotions.
  const outcome = await deps.queue.run(params.id, execute, command.onWait)
  return previewAnswer('draft_order_preview', outcome, request, deps)
}

/** The ids of new, changed and removed actions. */
function touchedActions(before: OrderRecord, after: OrderRecord): string[] {
  const was = activeChange(before)?.actions ?? []
  const is = activeChange(after)?.actions ?? []
  const changed = is.filter((action) => !was.includes(action))
  const gone = was.filter(({ id }) => !is.some((action) => action.id === id))
  return [...changed, ...gone].map(({ id }) => id)
}
