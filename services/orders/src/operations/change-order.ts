import { type DecisionContext, type DomainEvent, sellerIdOf } from '@souk/contracts'
import type { Outcome, RequestContext } from '@souk/runtime'
import { orderAnswer } from '../answers/order.ts'
import { withoutHistory } from '../answers/order-change.ts'
import { vendorOrderAnswer } from '../answers/vendor-order.ts'
import type { Deps } from '../deps.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import type { OrderStore } from '../stores/orders.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline' | 'selection'> & { params: { id: string } }

interface OrderChanging {
  /** The order after the change; the same order if there is nothing to do. Throws to refuse. */
  change: (order: OrderRecord, context: DecisionContext) => OrderRecord
  /** Makes the event of the change. */
  event: (ids: { id: string }) => DomainEvent
}

/** Changes an order itself, with its event. @param orders the orders that the caller may change */
function changeAmong(
  orders: Pick<OrderStore, 'execute'>,
  { params, command }: Pick<Request, 'params' | 'command'>,
  { change, event }: OrderChanging,
): Promise<Outcome<OrderRecord>> {
  return orders.execute(params.id, {
    ...command,
    decide(order, context) {
      const state = change(order, context)
      return state === order ? { state } : { state, events: [event({ id: order.id })] }
    },
  })
}

/** The same, with the answer for administrators. */
export async function changeOrder(request: Request, deps: Deps, changing: OrderChanging) {
  const outcome = await changeAmong(deps.orders, request, changing)
  return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
}

/** The same for an order of the calling seller, with the answer for sellers. @throws forbidden for others' and unknown orders */
export async function changeOwnOrder(request: Request, deps: Deps, changing: OrderChanging) {
  const own = deps.orders.ofSeller(sellerIdOf(request.actor))
  return vendorOrderAnswer(await changeAmong(own, request, changing), request, deps)
}
