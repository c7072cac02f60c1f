import { type DecisionContext, orderEditUpdated } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import { previewAnswer } from '../answers/preview.ts'
import type { Deps } from '../deps.ts'
import { activeChange } from '../domain/order-changes/order-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { executeCarrying } from './execute-carrying.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline' | 'passOn' | 'selection'> & {
  params: { id: string; action_id: string }
}

/**
 * Changes or removes one action of an order's active change, with its event, and answers the preview. `change` throws to refuse.
 */
export async function changeOrderEdit(
  request: Request,
  deps: Deps,
  change: (order: OrderRecord, context: DecisionContext) => OrderRecord,
) {
  const { params } = request
  const outcome = await executeCarrying(params.id, request, deps, {
    decide: (order, context) => editUpdated(change(order, context), [params.action_id]),
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

/** The ids of the last `count` actions of the order's active change. */
export const lastActionIds = (state: OrderRecord, count: number): string[] =>
  activeChange(state)!
    .actions.slice(-count)
    .map(({ id }) => id)
