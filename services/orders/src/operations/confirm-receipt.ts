import { isDeepStrictEqual } from 'node:util'
import { type BodyOf, type confirmReturnReceipt, returnReceived } from '@souk/contracts'
import { LookupNeeded, type Outcome, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { OrderChange } from '../domain/order-changes/order-change.ts'
import { actorIdOf } from '../domain/orders/author.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { confirmReceipt as confirm } from '../domain/returns/confirm-receipt.ts'
import { requirePart } from '../domain/returns/order-parts.ts'
import { requirePartChange } from '../domain/returns/part-change.ts'
import { confirmedChange } from './confirmed-change.ts'
import { orderOfPart } from './order-of-part.ts'
import { type Reached, reachedBySeller } from './reached.ts'
import { type Restock, restockOf } from './restock-of.ts'

type Request = Pick<RequestContext, 'actor' | 'command' | 'deadline' | 'newIds' | 'passOn' | 'log'> & {
  params: { id: string }
  body: BodyOf<typeof confirmReturnReceipt>
}

interface Confirmed {
  outcome: Outcome<OrderRecord>
  /** The change that received the goods. */
  closed: OrderChange | undefined
}

/**
 * Receives the recorded units of a return of an order within the caller's reach; a seller receives goods only at its own
 * locations. The stock is put back after the order's own write, but `pricing` is informed before it.
 */
export async function confirmReceipt(request: Request, deps: Deps): Promise<Confirmed> {
  const { params, body, actor, command, log } = request
  const { id } = params
  const seller_id = actor.type === 'member' ? actor.seller_id : undefined
  const reached: Reached = seller_id === undefined ? deps : reachedBySeller(actor, deps)
  const order_id = await orderOfPart('return', request, reached)
  const outcome = await reached.orders.executeWithLookups(order_id, {
    ...command,
    known: undefined as Restock | undefined,

    decide(order, context, prepared) {
      const state = confirm(order, id, { ...context, actor_id: actorIdOf(actor) })
      const restock = restockOf(order, requirePartChange(order, 'return', id, 'receive').change)
      if (restock && !isDeepStrictEqual(restock, prepared)) return new LookupNeeded(restock)
      const untold = body.no_notification ?? requirePart(order, 'return', id).no_notification ?? false
      return { state, events: [returnReceived({ id, order_id, no_notification: String(untold) })] }
    },
    async lookup(restock: Restock) {
      await deps.stock.prepareRestock({ ...restock, seller_id }, request.passOn())
      return restock
    },
  })
  const { state } = outcome
  const closed = await confirmedChange(state, request, deps)
  const restock = closed && restockOf(state, closed)
  if (restock) await deps.stock.settleRestock({ order: state, restock, envelope: request.passOn(), log })
  return { outcome, closed }
}
