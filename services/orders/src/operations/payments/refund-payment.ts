import { administratorIdOf, refundPayment as contract, notFound, type RefundReason } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { paymentAnswer } from '../../answers/payment.ts'
import type { Deps } from '../../deps.ts'
import { refundPayment as refund } from '../../domain/orders/refund-payment.ts'

/** The order is the aggregate, so concurrent refunds never exceed the captured amount. */
export const refundPayment = implement(contract, async (request, { orders, refundReasons }: Deps) => {
  const { params, body, actor, command, selection, deadline } = request
  const { amount, refund_reason_id, note } = body
  const order_id = await orders.findIdOfPayment(params.id, deadline)
  if (order_id === undefined) throw notFound(`Payment id not found: ${params.id}`)
  const actor_id = administratorIdOf(actor)

  const outcome = await orders.executeWithLookups(order_id, {
    ...command,
    known: undefined as RefundReason | undefined,

    decide(order, context, reason) {
      if (refund_reason_id !== undefined && !reason) return new LookupNeeded(refund_reason_id)
      return { state: refund(order, params.id, { amount, reason, note }, { ...context, actor_id }) }
    },
    async lookup(id): Promise<RefundReason> {
      const found = await refundReasons.find(id, deadline)
      if (!found) throw notFound(`RefundReason id not found: ${id}`)
      const { deleted_at: _, ...reason } = found.record
      return reason
    },
  })
  return paymentAnswer(outcome, params.id, selection)
})
