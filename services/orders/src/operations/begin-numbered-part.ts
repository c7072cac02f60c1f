import { administratorIdOf, type DecisionContext } from '@souk/contracts'
import { type Decide, LookupNeeded, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type Acting, assertMayBegin } from '../domain/order-changes/active-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import type { PartKind } from '../domain/returns/order-parts.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline'> & { body: { order_id: string } }
type Decision = ReturnType<Decide<OrderRecord>>

/**
 * Begins a return, a claim or an exchange of an order, under a readable number that is looked up only once the order allows it.
 * The order's own document says whether it has an active change: of two that begin at once one is refused.
 */
export function beginNumberedPart(
  kind: PartKind,
  { body, actor, command, deadline }: Request,
  { orders }: Pick<Deps, 'orders'>,
  begin: (order: OrderRecord, display_id: number, context: DecisionContext & Acting) => Decision,
) {
  return orders.executeWithLookups(body.order_id, {
    ...command,
    known: undefined as number | undefined,

    decide(order, context, display_id) {
      assertMayBegin(order)
      if (display_id === undefined) return new LookupNeeded('number' as const)
      return begin(order, display_id, { ...context, actor_id: administratorIdOf(actor) })
    },
    lookup: () => orders.nextPartNumber(kind, deadline),
  })
}
