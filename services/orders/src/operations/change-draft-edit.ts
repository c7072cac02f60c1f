import { isDeepStrictEqual } from 'node:util'
import { type DecisionContext, orderEditUpdated, type QuotedPromotions } from '@souk/contracts'
import { LookupNeeded, type RequestOf } from '@souk/runtime'
import { previewAnswer } from '../answers/preview.ts'
import type { Deps } from '../deps.ts'
import { assertDraftToEdit } from '../domain/draft-orders/assert-draft.ts'
import { withComputed, withoutComputed } from '../domain/draft-orders/computed-promotions.ts'
import { activeChange } from '../domain/order-changes/order-change.ts'
import { applyChange } from '../domain/order-changes/preview.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { type PromotionQuestion, promotionQuestion } from '../domain/promotions/promotion-question.ts'
import { quoteOrderPromotions } from './quote-order-promotions.ts'

type Request = Pick<RequestOf<never>, 'actor' | 'command' | 'deadline' | 'passOn' | 'selection'> & { params: { id: string } }

interface DraftEditChange<Own, Need> {
  /** `own` is the result of `lookup`, undefined before. Refuses by throwing. */
  change: (order: OrderRecord, context: DecisionContext, own: Own | undefined) => OrderRecord | LookupNeeded<Need>
  lookup?: (need: Need) => Promise<Own>
}

interface Known<Own> {
  own?: Own
  promotions?: { question: PromotionQuestion; quoted: QuotedPromotions }
}

/**
 * Changes the active edit of a draft order, with an event for each action, computes its promotions anew, and answers the preview.
 */
export async function changeDraftEdit<Own = undefined, Need = never>(
  request: Request,
  deps: Deps,
  { change, lookup }: DraftEditChange<Own, Need>,
) {
  const { params, command } = request
  const execute = () =>
    deps.orders.executeWithLookups<Known<Own>, { own: Need } | { question: PromotionQuestion }>(params.id, {
      ...command,
      known: {},
      decide(order, context, { own, promotions }) {
        assertDraftToEdit(order)
        const before = withoutComputed(order)
        const changed = change(before, context, own)
        if (changed instanceof LookupNeeded) return new LookupNeeded({ own: changed.need })
        const question = promotionQuestion(applyChange(changed, activeChange(changed)!, false))
        if (!isDeepStrictEqual(promotions?.question, question)) return new LookupNeeded({ question })
        const state = withComputed(changed, order, promotions!.quoted, context)
        return { state, events: touchedActions(before, changed).map((id) => updated(state, id)) }
      },
      async lookup(need, known) {
        if ('own' in need) return { ...known, own: await lookup!(need.own) }
        const { question } = need
        return { ...known, promotions: { question, quoted: await quoteOrderPromotions(question, deps, request) } }
      },
    })
  // One after another: each would make worthless what the others ask about its content.
  const outcome = await deps.queue.run(params.id, execute, command.onWait)
  return previewAnswer('draft_order_preview', outcome, request, deps)
}

const updated = (order: OrderRecord, action_id: string) =>
  orderEditUpdated({ order_id: order.id, order_change_id: activeChange(order)!.id, action_id })

/** The ids of the actions that are new, changed or gone. */
function touchedActions(before: OrderRecord, after: OrderRecord): string[] {
  const was = activeChange(before)?.actions ?? []
  const is = activeChange(after)?.actions ?? []
  const changed = is.filter((action) => !was.includes(action))
  const gone = was.filter(({ id }) => !is.some((action) => action.id === id))
  return [...changed, ...gone].map(({ id }) => id)
}
