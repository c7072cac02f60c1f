import { isDeepStrictEqual } from 'node:util'
import { orderFulfillmentCreated, type PackedStock } from '@souk/contracts'
import { LookupNeeded, type Outcome, type RequestOf } from '@souk/runtime'
import { authorIdOf } from '../domain/orders/author.ts'
import { createFulfillment, type NewFulfillment, pickFor, type StockPick } from '../domain/orders/create-fulfillment.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import type { OrdersWithStock } from './reached.ts'

type Request = Pick<RequestOf<never>, 'command' | 'actor' | 'passOn' | 'log'> & { params: { id: string } }

interface Picked {
  pick: StockPick
  packed: PackedStock
}

/**
 * Packs a parcel of an order. Its stock is picked before the order's own write, so that a parcel for which there is not enough is
 * refused as a whole. `pricing` remembers the pick until it knows that the order has the parcel: whichever step fails, a retry of
 * the request completes it, or its sweep does, which puts back stock that belongs to no order.
 */
export async function fulfillOrder(
  request: Request,
  { orders, stock }: OrdersWithStock,
  { no_notification = false, ...wanted }: NewFulfillment & { no_notification?: boolean | undefined },
): Promise<Outcome<OrderRecord>> {
  const { params, command, log } = request
  const { fulfillment_id } = wanted
  const created_by = authorIdOf(request.actor)
  const outcome = await orders.executeWithLookups(params.id, {
    ...command,
    known: undefined as Picked | undefined,

    decide(order, context, picked) {
      const pick = pickFor(order, wanted)
      if (!picked || !isDeepStrictEqual(pick, picked.pick)) return new LookupNeeded(pick)
      const state = createFulfillment(order, pick, picked.packed, { ...context, ...wanted, created_by })
      const ids = { order_id: order.id, fulfillment_id, no_notification: String(no_notification) }
      return { state, events: [orderFulfillmentCreated(ids)] }
    },
    async lookup(pick: StockPick) {
      return { pick, packed: await stock.pick(pick, request.passOn()) }
    },
  })
  await stock.settlePick({ order: outcome.state, fulfillment_id, envelope: request.passOn(), log })
  return outcome
}
