import { administratorIdOf, type DecisionContext } from '@souk/contracts'
import { LookupNeeded, type RequestOf } from '@souk/runtime'
import { begunReplacementAnswer } from '../answers/replacement-preview.ts'
import type { Deps } from '../deps.ts'
import { type Acting, assertMayBegin } from '../domain/order-changes/active-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import type { ReplacementKind } from '../domain/returns/order-parts.ts'
import { REPLACEMENT_EVENTS } from './replacement-events.ts'

type Request = Pick<RequestOf<never>, 'actor' | 'command' | 'deadline' | 'selection' | 'newIds'> & { body: { order_id: string } }

const PREFIXES = { claim: 'claim', exchange: 'oexc' } as const

/**
 * Begins a claim or an exchange, and answers it with its order. The order's own document says whether it has an active change: of
 * two that begin at once one is refused.
 */
export async function beginReplacement<Kind extends ReplacementKind>(
  kind: Kind,
  request: Request,
  deps: Deps,
  begin: (order: OrderRecord, display_id: number, context: DecisionContext & Acting) => OrderRecord,
) {
  const { body, actor, command, newIds, deadline } = request
  const { order_id } = body
  const id = newIds()(PREFIXES[kind])
  const outcome = await deps.orders.executeWithLookups(order_id, {
    ...command,
    known: undefined as number | undefined,

    decide(order, context, display_id) {
      assertMayBegin(order)
      if (display_id === undefined) return new LookupNeeded('number' as const)
      const state = begin(order, display_id, { ...context, actor_id: administratorIdOf(actor) })
      return { state, events: [REPLACEMENT_EVENTS[kind].created({ id, order_id })] }
    },
    lookup: () => deps.orders.nextPartNumber(kind, deadline),
  })
  return begunReplacementAnswer(kind, outcome, { ...request, params: { id } }, deps)
}
