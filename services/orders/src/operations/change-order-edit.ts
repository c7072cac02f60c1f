import { type DecisionContext, orderEditUpdated } from '@souk/contracts'
import { LookupNeeded, type RequestContext } from '@souk/runtime'
import { previewAnswer } from '../answers/preview.ts'
import type { Deps } from '../deps.ts'
import { activeChange } from '../domain/order-changes/order-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { executeCarrying } from './execute-carrying.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline' | 'passOn' | 'selection'> & { params: { id: string } }

interface OrderEditChange<Own, Need> {
  /** `own` is the result of `lookup`, undefined before. Throws to refuse; returns the look-up that it needs, if any. */
  change: (order: OrderRecord, context: DecisionContext, own: Own | undefined) => OrderRecord | LookupNeeded<Need>
  lookup?: (need: Need) => Promise<Own | undefined>
  /** The id of the action that is changed or removed, or how many are added after the others. */
  touched: string | number
}

/** Changes an order's active change, with an event for each touched action, and answers the preview. */
export async function changeOrderEdit<Own = undefined, Need = never>(
  request: Request,
  deps: Deps,
  { change, lookup, touched }: OrderEditChange<Own, Need>,
) {
  const outcome = await executeCarrying<Own, Need>(request.params.id, request, deps, {
    decide(order, context, own) {
      const state = change(order, context, own)
      if (state instanceof LookupNeeded) return state
      return editUpdated(state, typeof touched === 'string' ? [touched] : lastActionIds(state, touched))
    },
    lookup,
  })
  return previewAnswer('order_preview', outcome, request, deps)
}

/** The decision for an order whose active change has new, changed or removed actions. */
export const editUpdated = (state: OrderRecord, action_ids: readonly string[]) => ({
  state,
  events: action_ids.map((action_id) =>
    orderEditUpdated({ order_id: state.id, order_change_id: activeChange(state)!.id, action_id }),
  ),
})

const lastActionIds = (state: OrderRecord, count: number): string[] =>
  activeChange(state)!
    .actions.slice(-count)
    .map(({ id }) => id)
