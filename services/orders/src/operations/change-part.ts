import type { DecisionContext, DomainEvent } from '@souk/contracts'
import { LookupNeeded, type Outcome, type RequestContext } from '@souk/runtime'
import type { Acting } from '../domain/order-changes/active-change.ts'
import { actorIdOf } from '../domain/orders/author.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import type { PartKind } from '../domain/returns/order-parts.ts'
import { executeCarrying } from './execute-carrying.ts'
import { orderOfPart } from './order-of-part.ts'
import type { Reached } from './reached.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline' | 'passOn'> & { params: { id: string } }

export interface ChangingPart<Known, Need> {
  /** Throws to refuse; returns the look-up that it needs, if any. */
  change: (order: OrderRecord, context: DecisionContext & Acting, known: Known | undefined) => OrderRecord | LookupNeeded<Need>
  /** Looks up what the change needs. Absent: nothing. */
  lookup?: (need: Need) => Promise<Known>
  event: (ids: { id: string; order_id: string }) => DomainEvent
}

/**
 * Changes a return, a claim or an exchange that is being made or received, with its event. Promotions that its change carries
 * over are recomputed.
 */
export async function changePart<Known, Need>(
  kind: PartKind,
  request: Request,
  deps: Reached,
  { change, lookup, event }: ChangingPart<Known, Need>,
): Promise<Outcome<OrderRecord>> {
  const { id } = request.params
  const order_id = await orderOfPart(kind, request, deps)
  const actor_id = actorIdOf(request.actor)
  return executeCarrying<Known, Need>(order_id, request, deps, {
    decide(order, context, known) {
      const changed = change(order, { ...context, actor_id }, known)
      if (changed instanceof LookupNeeded) return changed
      return { state: changed, events: [event({ id, order_id })] }
    },
    lookup,
  })
}
