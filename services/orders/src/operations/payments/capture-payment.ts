import { capturePayment as contract, notFound, type Payment, paymentCaptured, wants } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { administratorIdOf } from '../../domain/orders/administrator.ts'
import { capturePayment as capture } from '../../domain/orders/capture-payment.ts'

/** The order is the aggregate: of two that capture all of its payment at once one finds it done. */
export const capturePayment = implement(contract, async (request, { orders }: Deps) => {
  const { params, body, actor, command, selection, deadline } = request
  const order_id = await orders.findIdOfPayment(params.id, deadline)
  if (order_id === undefined) throw notFound(`Payment with id: ${params.id} was not found`)
  const actor_id = administratorIdOf(actor)
  const { state, revision } = await orders.execute(order_id, {
    ...command,
    decide(order, context) {
      const changed = capture(order, params.id, body.amount, { ...context, actor_id })
      return { state: changed, events: changed === order ? [] : [paymentCaptured({ id: params.id, order_id })] }
    },
  })
  const collection = state.payment_collections.find(({ payments }) => payments.some(({ id }) => id === params.id))!
  const payment: Payment = collection.payments.find(({ id }) => id === params.id)!
  if (!wants(selection, 'payment_session')) return new Answer({ payment }, { revision })
  const payment_session = collection.payment_sessions.find(({ id }) => id === payment.payment_session_id) ?? null
  return new Answer({ payment: { ...payment, payment_session } }, { revision })
})
