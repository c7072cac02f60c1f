import { isDeepStrictEqual } from 'node:util'
import { orderFulfillmentCreated, type PackedStock } from '@souk/contracts'
import { LookupNeeded, type Outcome, type RequestContext } from '@souk/runtime'
import { authorIdOf } from '../domain/orders/author.ts'
import { createFulfillment, type NewFulfillment, pickFor, type StockPick } from '../domain/orders/create-fulfillment.ts'
import { sendingOptions } from '../domain/orders/sending-options.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { type OptionsInSet, optionsOfSet } from './options-of-set.ts'
import type { OrdersWithStock } from './reached.ts'

type Request = Pick<RequestContext, 'command' | 'actor' | 'passOn' | 'deadline' | 'log'> & { params: { id: string } }

type Need = { setOf: OrderRecord } | { pick: StockPick }
interface Known {
  /** The shipping options of the other orders of the set, once needed. */
  ofSet?: readonly string[]
  picked?: { pick: StockPick; packed: PackedStock }
}

/**
 * Packs a parcel of an order. Its stock is picked before the order's own write, so that a parcel for which there is not enough is
 * refused as a whole. `pricing` remembers the pick until it knows that the order has the parcel: whichever step fails, a retry of
 * the request completes it, or its sweep does, which puts back stock that belongs to no order.
 */
export async function fulfillOrder(
  request: Request,
  { orders, stock, ...deps }: OrdersWithStock & OptionsInSet,
  { no_notification = false, ...wanted }: NewFulfillment & { no_notification?: boolean | undefined },
): Promise<Outcome<OrderRecord>> {
  const { params, command, deadline, log } = request
  const { fulfillment_id } = wanted
  const created_by = authorIdOf(request.actor)
  const outcome = await orders.executeWithLookups<Known, Need>(params.id, {
    ...command,
    known: {},

    decide(order, context, { ofSet, picked }) {
      const own = sendingOptions(order)
      if (own.length === 0 && !wanted.shipping_option_id && order.order_set && !ofSet) return new LookupNeeded({ setOf: order })
      const pick = pickFor(order, wanted, own.length > 0 ? own : ofSet)
      if (!picked || !isDeepStrictEqual(pick, picked.pick)) return new LookupNeeded({ pick })
      const state = createFulfillment(order, pick, picked.packed, { ...context, ...wanted, created_by })
      const ids = { order_id: order.id, fulfillment_id, no_notification: String(no_notification) }
      return { state, events: [orderFulfillmentCreated(ids)] }
    },
    async lookup(need, known) {
      if ('setOf' in need) return { ...known, ofSet: await optionsOfSet(need.setOf, deps, request.passOn(), deadline) }
      return { ...known, picked: { ...need, packed: await stock.pick(need.pick, request.passOn()) } }
    },
  })
  await stock.settlePick({ order: outcome.state, fulfillment_id, envelope: request.passOn(), log })
  return outcome
}
