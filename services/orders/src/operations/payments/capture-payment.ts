import { administratorIdOf, capturePayment as contract, notFound, paymentCaptured } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { paymentAnswer } from '../../answers/payment.ts'
import type { Deps } from '../../deps.ts'
import { capturePayment as capture } from '../../domain/orders/capture-payment.ts'

/** The order is the aggregate: of two concurrent captures of the whole payment, the second finds it done. */
export const capturePayment = implement(contract, async (request, { orders }: Deps) => {
  const { params, body, actor, command, selection, deadline } = request
  const order_id = await orders.findIdOfPayment(params.id, deadline)
  if (order_id === undefined) throw notFound(`Payment with id: ${params.id} was not found`)
  const actor_id = administratorIdOf(actor)
  const outcome = await orders.execute(order_id, {
    ...command,
    decide(order, context) {
      const changed = capture(order, params.id, body.amount, { ...context, actor_id })
      return { state: changed, events: changed === order ? [] : [paymentCaptured({ id: params.id, order_id })] }
    },
  })
  return paymentAnswer(outcome, params.id, selection)
})
