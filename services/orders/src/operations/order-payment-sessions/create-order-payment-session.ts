import { createOrderPaymentSession as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { beginOnOrder } from './begin-on-order.ts'

/** As in Medusa, the provider learns nothing about the customer. */
export const createOrderPaymentSession = implement(contract, async (request, { orders }: Deps) => {
  const { params, body, command, deadline } = request
  const { provider_id, data = {} } = body
  const beginning = {
    collection_id: params.id,
    order_id: await orders.findIdOfPaymentCollection(params.id, deadline),
    wanted: { provider_id, data, context: {} },
  }
  const { payment_collection, revision } = await beginOnOrder(beginning, orders, command)
  return new Answer({ payment_collection }, { revision })
})
