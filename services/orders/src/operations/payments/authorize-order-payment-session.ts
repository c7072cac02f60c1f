import { authorizeOrderPaymentSession as contract, paymentAuthorized } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { authorizeSession } from '../../domain/orders/authorize-session.ts'

/** The order is the aggregate, so one of two concurrent authorizations is refused. */
export const authorizeOrderPaymentSession = implement(contract, async (request, deps: Deps) => {
  const { params, body, command } = request
  const outcome = await deps.orders.execute(params.id, {
    ...command,
    decide(order, context) {
      const { order: state, payment_id } = authorizeSession(order, body.payment_session_id, context)
      return { state, events: [paymentAuthorized({ id: payment_id, order_id: order.id })] }
    },
  })
  const order = { ...outcome, state: withoutHistory(outcome.state) }
  return orderAnswer(order, request, deps, { is_authorized: true as const })
})
