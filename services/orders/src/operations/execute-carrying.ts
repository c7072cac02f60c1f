import type { DecisionContext, DomainEvent, QuotedPromotions } from '@souk/contracts'
import { LookupNeeded, type Outcome, type RequestContext } from '@souk/runtime'
import { carriedQuestion, withCarriedPromotions } from '../domain/order-changes/carry-over-promotions.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { type KnownWithPromotions, type NeedWithPromotions, promotionLookup, quotedFor } from './promotion-lookup.ts'
import type { Reached } from './reached.ts'

type Request = Pick<RequestContext, 'command' | 'deadline' | 'passOn'>

interface Decided {
  state: OrderRecord
  events?: DomainEvent[]
}

interface Carrying<Own, Need> {
  /** `own` is the result of `lookup`, undefined before. Throws to refuse; returns the look-up that it needs, if any. */
  decide: (order: OrderRecord, context: DecisionContext, own: Own | undefined) => Decided | LookupNeeded<Need>
  /** Absent: no look-up is needed. */
  lookup?: ((need: Need) => Promise<Own | undefined>) | undefined
}

const NOTHING: QuotedPromotions = { promotions: [], adjustments: [] }

/**
 * Changes the active change of an order. If that carries over the order's promotions, they are recomputed afterwards; such
 * changes of an order are executed in turn, since concurrent ones would invalidate each other's promotions.
 */
export async function executeCarrying<Own = undefined, Need = never>(
  order_id: string,
  request: Request,
  deps: Reached,
  { decide, lookup }: Carrying<Own, Need>,
): Promise<Outcome<OrderRecord>> {
  const { command } = request
  const look = promotionLookup(deps, request, lookup)
  let endTurn: (() => void) | undefined
  try {
    return await deps.orders.executeWithLookups<KnownWithPromotions<Own>, NeedWithPromotions<Need>>(order_id, {
      ...command,
      known: {},
      decide(order, context, known) {
        const decision = decide(order, context, known.own)
        if (decision instanceof LookupNeeded) return new LookupNeeded({ own: decision.need })
        if (decision.state === order) return decision
        const question = carriedQuestion(decision.state)
        const quoted = question ? quotedFor(question, known) : NOTHING
        if (quoted instanceof LookupNeeded) return quoted
        return { ...decision, state: withCarriedPromotions(decision.state, quoted, context) }
      },
      async lookup(need, known) {
        if ('question' in need) endTurn ??= await deps.queue.turnOf(order_id, command.onWait)
        return look(need, known)
      },
    })
  } finally {
    endTurn?.()
  }
}
