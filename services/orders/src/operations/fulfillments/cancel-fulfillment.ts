import { cancelFulfillment as contract, orderFulfillmentCanceled } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { fulfillmentAnswer } from '../../answers/fulfillment.ts'
import type { Deps } from '../../deps.ts'
import { cancelReturnFulfillment } from '../../domain/returns/return-fulfillment.ts'
import { cancelParcel } from '../cancel-parcel.ts'
import { orderIdOfFulfillment } from './order-id-of-fulfillment.ts'

/** A return's fulfillment holds no stock, and its units are still to come back. */
export const cancelFulfillment = implement(contract, async (request, deps: Deps) => {
  const { params, command, deadline } = request
  const fulfillment_id = params.id
  const returning = await deps.orders.findIdOfReturnFulfillment(fulfillment_id, deadline)
  if (returning !== undefined) {
    const outcome = await deps.orders.execute(returning, {
      ...command,
      decide(order, context) {
        const state = cancelReturnFulfillment(order, fulfillment_id, context)
        const ids = { order_id: order.id, fulfillment_id, no_notification: 'false' }
        return { state, events: state === order ? [] : [orderFulfillmentCanceled(ids)] }
      },
    })
    return fulfillmentAnswer(outcome, fulfillment_id)
  }
  const id = await orderIdOfFulfillment(fulfillment_id, deps, deadline)
  const canceling = { ...request, params: { id, fulfillment_id }, body: {}, byItself: true } as const
  return fulfillmentAnswer(await cancelParcel(canceling, deps), fulfillment_id)
})
