import { administratorIdOf, cancelReturn as contract, returnCanceled } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { returnAnswer } from '../../answers/return.ts'
import type { Deps } from '../../deps.ts'
import { cancelReturn as cancel } from '../../domain/returns/cancel-return.ts'
import { requirePart } from '../../domain/returns/order-parts.ts'
import { orderOfPart } from '../order-of-part.ts'

/** The order is the aggregate, so one of two concurrent cancellations is refused. */
export const cancelReturn = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command } = request
  const order_id = await orderOfPart('return', request, deps)
  const actor_id = administratorIdOf(actor)
  const { state, revision } = await deps.orders.execute(order_id, {
    ...command,
    decide(order, context) {
      const ids = { order_id, id: params.id, no_notification: String(body.no_notification ?? false) }
      return { state: cancel(order, params.id, { ...context, actor_id }), events: [returnCanceled(ids)] }
    },
  })
  return returnAnswer({ record: requirePart(state, 'return', params.id), revision }, request, deps)
})
