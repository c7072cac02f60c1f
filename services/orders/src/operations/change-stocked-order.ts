import { isDeepStrictEqual } from 'node:util'
import type { DecisionContext, DomainEvent } from '@souk/contracts'
import { LookupNeeded, type Outcome, type RequestOf } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { type StockClaim, stockClaim } from '../domain/orders/unsent-lines.ts'
import type { OrderStore } from '../stores/orders.ts'

type Request = Pick<RequestOf<never>, 'command' | 'passOn' | 'log'> & { params: { id: string } }

/** The orders that the caller may change, and their stock. */
interface Reached extends Pick<Deps, 'stock'> {
  orders: Pick<OrderStore, 'executeWithLookups'>
}

interface Changing {
  /** Refuses by throwing. */
  change: (order: OrderRecord, context: DecisionContext) => OrderRecord
  /** The events of the order as it was, and as it is now. */
  event: (order: OrderRecord, changed: OrderRecord) => DomainEvent | readonly DomainEvent[]
}

/**
 * Changes an order, and the stock reserved for it. Further stock that the order needs is held before the order's own write, so
 * that a change for which there is not enough is refused as a whole; stock that it needs no more is released after it, so that
 * nobody else gets it while the change may fail. `pricing` remembers the claim from before the first to after the last: whichever
 * step fails, a retry of the request, or its sweep, makes the reservations fit the order.
 */
export async function changeStockedOrder(
  request: Request,
  { orders, stock }: Reached,
  { change, event }: Changing,
): Promise<Outcome<OrderRecord>> {
  const { params, command, log } = request
  let isClaimed = false
  const outcome = await orders.executeWithLookups(params.id, {
    ...command,
    known: undefined as StockClaim | undefined,

    decide(order, context, claimed) {
      const state = change(order, context)
      const claim = stockClaim(order, state)
      if (claim.lines.length > 0 && !isDeepStrictEqual(claim, claimed)) return new LookupNeeded(claim)
      return { state, events: [event(order, state)].flat() }
    },
    async lookup(claim: StockClaim) {
      isClaimed = true
      await stock.claim(claim, request.passOn())
      return claim
    },
  })
  if (isClaimed || outcome.repeated) await stock.settle({ order: outcome.state, envelope: request.passOn(), log })
  return outcome
}
