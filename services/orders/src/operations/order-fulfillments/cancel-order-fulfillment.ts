import { cancelOrderFulfillment as contract, orderFulfillmentCanceled } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { cancelFulfillment, type StockReturn, stockReturn } from '../../domain/orders/cancel-fulfillment.ts'

/** What it held is back in stock after the order's own write; `pricing` knows of it before. */
export const cancelOrderFulfillment = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, log } = request
  const { id, fulfillment_id } = params
  const outcome = await deps.orders.executeWithLookups(id, {
    ...command,
    known: false as boolean,

    decide(order, context, isReady) {
      const state = cancelFulfillment(order, fulfillment_id, context)
      const back = stockReturn(order, fulfillment_id)
      if (back && !isReady) return new LookupNeeded(back)
      const { no_notification = false } = body
      const ids = { order_id: id, fulfillment_id, no_notification: String(no_notification) }
      return { state, events: [orderFulfillmentCanceled(ids)] }
    },
    async lookup(back: StockReturn) {
      await deps.stock.return(back, request.passOn())
      return true
    },
  })
  const { state } = outcome
  if (stockReturn(state, fulfillment_id))
    await deps.stock.settlePick({ order: state, fulfillment_id, canceled: true, envelope: request.passOn(), log })
  return orderAnswer({ ...outcome, state: withoutHistory(state) }, request, deps)
})
