import { type DecisionContext, type DomainEvent, sellerIdOf } from '@souk/contracts'
import type { Outcome, RequestOf } from '@souk/runtime'
import { orderAnswer } from '../answers/order.ts'
import { withoutHistory } from '../answers/order-change.ts'
import { vendorOrderAnswer } from '../answers/vendor-order.ts'
import type { Deps } from '../deps.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import type { OrderStore } from '../stores/orders.ts'

type Request = Pick<RequestOf<never>, 'actor' | 'command' | 'deadline' | 'selection'> & { params: { id: string } }

interface OrderChanging {
  /** The order as it shall be; the very same one when there is nothing to do. Refuses by throwing. */
  change: (order: OrderRecord, context: DecisionContext) => OrderRecord
  /** Tells of it, with the order's id. */
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

/** The same, answered as administrators are. */
export async function changeOrder(request: Request, deps: Deps, changing: OrderChanging) {
  const outcome = await changeAmong(deps.orders, request, changing)
  return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
}

/** The same for an order of the caller's seller, answered as sellers are. @throws forbidden for others, and for none alike */
export async function changeOwnOrder(request: Request, deps: Deps, changing: OrderChanging) {
  const own = deps.orders.ofSeller(sellerIdOf(request.actor))
  return vendorOrderAnswer(await changeAmong(own, request, changing), request, deps)
}
