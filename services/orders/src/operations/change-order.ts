import type { DecisionContext, DomainEvent } from '@souk/contracts'
import type { RequestOf } from '@souk/runtime'
import { orderAnswer } from '../answers/order.ts'
import { withoutHistory } from '../answers/order-change.ts'
import type { Deps } from '../deps.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

type Request = Pick<RequestOf<never>, 'actor' | 'command' | 'deadline' | 'selection'> & { params: { id: string } }

interface OrderChanging {
  /** The order as it shall be; the very same one when there is nothing to do. Refuses by throwing. */
  change: (order: OrderRecord, context: DecisionContext) => OrderRecord
  /** Tells of it, with the order's id. */
  event: (ids: { id: string }) => DomainEvent
}

/** Changes an order itself, tells of it, and answers it. */
export async function changeOrder(request: Request, deps: Deps, { change, event }: OrderChanging) {
  const { params, command } = request
  const outcome = await deps.orders.execute(params.id, {
    ...command,
    decide(order, context) {
      const state = change(order, context)
      return state === order ? { state } : { state, events: [event({ id: order.id })] }
    },
  })
  return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
}
