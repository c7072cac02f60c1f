import { getPayment as contract, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { paymentAnswer } from '../../answers/payment.ts'
import type { Deps } from '../../deps.ts'

/** A payment is stored in its order, whose revision is answered. */
export const getPayment = implement(contract, async ({ params, selection, deadline }, { orders }: Deps) => {
  const order_id = await orders.findIdOfPayment(params.id, deadline)
  if (order_id === undefined) throw notFound(`Payment with id: ${params.id} was not found`)
  return paymentAnswer(await orders.get(order_id, deadline), params.id, selection)
})
