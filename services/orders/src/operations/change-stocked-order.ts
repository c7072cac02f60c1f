import { isDeepStrictEqual } from 'node:util'
import type { DecisionContext, DomainEvent } from '@souk/contracts'
import { isRefusal, LookupNeeded, type Outcome, type RequestContext } from '@souk/runtime'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { type StockClaim, type StockedOrder, stockClaim } from '../domain/orders/unsent-lines.ts'
import type { OrdersWithStock } from './reached.ts'

type Request = Pick<RequestContext, 'command' | 'deadline' | 'passOn' | 'log'> & { params: { id: string } }

/** The orders that the caller may change, and their stock. */
interface StockedOrders extends OrdersWithStock {
  orders: OrdersWithStock['orders'] & { get(id: string, deadline: number): Promise<{ state: StockedOrder }> }
}

interface Changing<Own, OwnNeed> {
  /** `own` is the result of `lookup`, undefined before. Throws to refuse. */
  change: (order: OrderRecord, context: DecisionContext, own: Own | undefined) => OrderRecord | LookupNeeded<OwnNeed>
  /** For facts that only this change needs: the stock is looked up for every change. Throws to refuse. */
  lookup?: (need: OwnNeed) => Promise<Own>
  /** The events of the change. @param order before the change */
  event: (order: OrderRecord, changed: OrderRecord) => DomainEvent | readonly DomainEvent[]
}

interface Known<Own> {
  claimed?: StockClaim
  own?: Own
}

/**
 * Changes an order, and the stock reserved for it. Additional stock is claimed before the order's own write, so that a change for
 * which there is not enough is refused as a whole; stock that is no longer needed is released after it, so that nobody else gets
 * it while the change may still fail. `pricing` remembers the claim during all of this: whichever step fails, a retry of the
 * request, or its sweep, makes the reservations fit the order.
 */
export async function changeStockedOrder<Own = undefined, OwnNeed = never>(
  request: Request,
  { orders, stock }: StockedOrders,
  { change, lookup, event }: Changing<Own, OwnNeed>,
): Promise<Outcome<OrderRecord>> {
  const { params, command, deadline, log } = request
  let isClaimed = false
  const changing = orders.executeWithLookups<Known<Own>, { claim: StockClaim } | { own: OwnNeed }>(params.id, {
    ...command,
    known: {},

    decide(order, context, { own, claimed }) {
      const state = change(order, context, own)
      if (state instanceof LookupNeeded) return new LookupNeeded({ own: state.need })
      const claim = stockClaim(order, state)
      if (claim.lines.length > 0 && !isDeepStrictEqual(claim, claimed)) return new LookupNeeded({ claim })
      return { state, events: [event(order, state)].flat() }
    },
    async lookup(need, known) {
      if ('own' in need) return { ...known, own: await lookup!(need.own) }
      isClaimed = true
      await stock.claim(need.claim, request.passOn())
      return { ...known, claimed: need.claim }
    },
  })
  const settle = (order: StockedOrder) => stock.settle({ order, envelope: request.passOn(), log })
  const outcome = await changing.catch(async (error: unknown) => {
    // Others changed the order in the meantime, and may have settled their claims before this one claimed.
    if (isClaimed && isRefusal(error)) await orders.get(params.id, deadline).then(({ state }) => settle(state), ignored(log))
    throw error
  })
  if (isClaimed || outcome.repeated) await settle(outcome.state)
  return outcome
}

/** The sweep of `pricing` settles the claim later. */
const ignored = (log: Request['log']) => (error: unknown) =>
  log().warn({ err: error }, 'a refused change left its claim of stock')
