import type { DecisionContext, DomainEvent } from '@souk/contracts'
import { LookupNeeded, type RequestOf } from '@souk/runtime'
import { returnPreviewAnswer } from '../answers/return-preview.ts'
import type { Deps } from '../deps.ts'
import { withCarriedPromotions } from '../domain/order-changes/carry-over-promotions.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { orderOfPart } from './order-of-part.ts'

type Request = Pick<RequestOf<never>, 'actor' | 'command' | 'deadline' | 'selection'> & { params: { id: string } }

interface Changing<Known, Need> {
  /** Refuses by throwing; asks for a look-up where it needs one. */
  change: (order: OrderRecord, context: DecisionContext, known: Known | undefined) => OrderRecord | LookupNeeded<Need>
  event: (ids: { id: string; order_id: string }) => DomainEvent
  /** Looks up what the change needs. Absent: it needs nothing. */
  lookup?: (need: Need) => Promise<Known>
}

/**
 * Changes a return that is being made or received, with its event, and answers it with the preview of its order. Promotions that
 * the change carries over follow.
 */
export async function changeReturn<Known = undefined, Need = never>(
  request: Request,
  deps: Deps,
  { change, event, lookup }: Changing<Known, Need>,
) {
  const { params, command } = request
  const order_id = await orderOfPart('return', request, deps)
  const outcome = await deps.orders.executeWithLookups(order_id, {
    ...command,
    known: undefined as Known | undefined,

    decide(order, context, known) {
      const changed = change(order, context, known)
      if (changed instanceof LookupNeeded) return changed
      return { state: withCarriedPromotions(changed, context), events: [event({ id: params.id, order_id })] }
    },
    lookup: async (need: Need) => lookup?.(need),
  })
  return returnPreviewAnswer(params.id, outcome, request, deps)
}
