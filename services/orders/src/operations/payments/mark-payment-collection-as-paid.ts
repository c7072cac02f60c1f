import {
  administratorIdOf,
  markPaymentCollectionAsPaid as contract,
  invalidData,
  notFound,
  paymentCaptured,
} from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { markAsPaid } from '../../domain/orders/capture-payment.ts'

/** The order is the aggregate, so one of two concurrent requests is refused. */
export const markPaymentCollectionAsPaid = implement(contract, async (request, { orders }: Deps) => {
  const { params, body, actor, command, deadline } = request
  const order_id = await orders.findIdOfPaymentCollection(params.id, deadline)
  if (order_id === undefined) throw notFound(`PaymentCollection id not found: ${params.id}`)
  if (order_id !== body.order_id) throw invalidData(`Payment collection ${params.id} does not belong to order ${body.order_id}`)
  const actor_id = administratorIdOf(actor)
  const { state, revision } = await orders.execute(order_id, {
    ...command,
    decide(order, context) {
      const paid = markAsPaid(order, params.id, { ...context, actor_id, provider_id: body.provider_id })
      const { payments } = paid.payment_collections.find(({ id }) => id === params.id)!
      return { state: paid, events: [paymentCaptured({ id: payments.at(-1)!.id, order_id })] }
    },
  })
  const payment_collection = state.payment_collections.find(({ id }) => id === params.id)!
  return new Answer({ payment_collection }, { revision })
})
