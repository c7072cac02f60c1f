import type { DecisionContext } from '@souk/contracts'
import { LookupNeeded, type RequestOf } from '@souk/runtime'
import { replacementPreviewAnswer } from '../answers/replacement-preview.ts'
import type { Deps } from '../deps.ts'
import type { Acting } from '../domain/order-changes/active-change.ts'
import { withCarriedPromotions } from '../domain/order-changes/carry-over-promotions.ts'
import { administratorIdOf } from '../domain/orders/administrator.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import type { ReplacementKind } from '../domain/returns/order-parts.ts'
import { orderOfPart } from './order-of-part.ts'
import { REPLACEMENT_EVENTS } from './replacement-events.ts'

/** Of the claim or the exchange in the path. */
export type ReplacementRequest = Pick<RequestOf<never>, 'actor' | 'command' | 'deadline' | 'selection' | 'passOn' | 'log'> & {
  params: { id: string }
}

/** Of one of its steps. */
export interface StepRequest extends ReplacementRequest {
  params: { id: string; action_id: string }
}

interface Changing<Known, Need> {
  /** Refuses by throwing; asks for a look-up where it needs one. */
  change: (order: OrderRecord, context: DecisionContext & Acting, known: Known | undefined) => OrderRecord | LookupNeeded<Need>
  /** Looks up what the change needs. Absent: it needs nothing. */
  lookup?: (need: Need) => Promise<Known>
}

/**
 * Changes a claim or an exchange that is being made, with its event, and answers it with its return and the preview of its order.
 * Promotions that the change carries over follow.
 */
export async function changeReplacement<Kind extends ReplacementKind, Known = undefined, Need = never>(
  kind: Kind,
  request: ReplacementRequest,
  deps: Deps,
  { change, lookup }: Changing<Known, Need>,
) {
  const { params, command, actor } = request
  const order_id = await orderOfPart(kind, request, deps)
  const actor_id = administratorIdOf(actor)
  const outcome = await deps.orders.executeWithLookups(order_id, {
    ...command,
    known: undefined as Known | undefined,

    decide(order, context, known) {
      const changed = change(order, { ...context, actor_id }, known)
      if (changed instanceof LookupNeeded) return changed
      const events = [REPLACEMENT_EVENTS[kind].updated({ id: params.id, order_id })]
      return { state: withCarriedPromotions(changed, context), events }
    },
    lookup: async (need: Need) => lookup?.(need),
  })
  return replacementPreviewAnswer(kind, outcome, request, deps)
}
