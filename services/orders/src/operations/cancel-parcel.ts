import { orderFulfillmentCanceled } from '@souk/contracts'
import { LookupNeeded, type Outcome, type RequestContext } from '@souk/runtime'
import { cancelFulfillment, type StockReturn, stockReturn } from '../domain/orders/cancel-fulfillment.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { parcelOf } from '../domain/orders/with-parcel.ts'
import type { OrdersWithStock } from './reached.ts'

interface Request extends Pick<RequestContext, 'command' | 'passOn' | 'log'> {
  params: { id: string; fulfillment_id: string }
  body: { no_notification?: boolean | undefined }
  /** Whether the parcel is named without its order: then one that is canceled already stays as it is, and is not refused. */
  byItself?: true
}

/** Cancels a parcel. Its stock is put back after the order's own write, but `pricing` is informed before it. */
export async function cancelParcel(request: Request, { orders, stock }: OrdersWithStock): Promise<Outcome<OrderRecord>> {
  const { params, body, byItself, command, log } = request
  const { id, fulfillment_id } = params
  const outcome = await orders.executeWithLookups(id, {
    ...command,
    known: false as boolean,

    decide(order, context, isReady) {
      if (byItself && parcelOf(order, fulfillment_id).canceled_at) return { state: order }
      const state = cancelFulfillment(order, fulfillment_id, { ...context, byItself })
      const back = stockReturn(order, fulfillment_id)
      if (back && !isReady) return new LookupNeeded(back)
      const { no_notification = false } = body
      const ids = { order_id: id, fulfillment_id, no_notification: String(no_notification) }
      return { state, events: [orderFulfillmentCanceled(ids)] }
    },
    async lookup(back: StockReturn) {
      await stock.return(back, request.passOn())
      return true
    },
  })
  const { state } = outcome
  if (stockReturn(state, fulfillment_id))
    await stock.settlePick({ order: state, fulfillment_id, canceled: true, envelope: request.passOn(), log })
  return outcome
}
