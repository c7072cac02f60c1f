import type { DecisionContext } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import { begunReplacementAnswer } from '../answers/replacement-preview.ts'
import type { Deps } from '../deps.ts'
import type { Acting } from '../domain/order-changes/active-change.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import type { ReplacementKind } from '../domain/returns/order-parts.ts'
import { beginNumberedPart } from './begin-numbered-part.ts'
import { REPLACEMENT_EVENTS } from './replacement-events.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline' | 'selection' | 'newIds'> & { body: { order_id: string } }

const PREFIXES = { claim: 'claim', exchange: 'oexc' } as const

/** Begins a claim or an exchange, and answers it with its order; see `beginNumberedPart`. */
export async function beginReplacement<Kind extends ReplacementKind>(
  kind: Kind,
  request: Request,
  deps: Deps,
  begin: (order: OrderRecord, display_id: number, context: DecisionContext & Acting) => OrderRecord,
) {
  const { order_id } = request.body
  const id = request.newIds()(PREFIXES[kind])
  const outcome = await beginNumberedPart(kind, request, deps, (order, display_id, context) => ({
    state: begin(order, display_id, context),
    events: [REPLACEMENT_EVENTS[kind].created({ id, order_id })],
  }))
  return begunReplacementAnswer(kind, outcome, { ...request, params: { id } }, deps)
}
