import { administratorIdOf, cancelReturn as contract, returnCanceled } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { returnAnswer } from '../../answers/return.ts'
import type { Deps } from '../../deps.ts'
import { isWhole, type KnownChange, type OrderChange } from '../../domain/order-changes/order-change.ts'
import { cancelReturn as cancel } from '../../domain/returns/cancel-return.ts'
import { changeThatMade } from '../../domain/returns/former-adjustments.ts'
import { requirePart } from '../../domain/returns/order-parts.ts'
import { orderOfPart } from '../order-of-part.ts'

/** The change that made the return, from the history; undefined if it is missing there. */
interface Found {
  made: OrderChange | undefined
}

/** The order is the aggregate, so one of two concurrent cancellations is refused. */
export const cancelReturn = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command, deadline } = request
  const order_id = await orderOfPart('return', request, deps)
  const actor_id = administratorIdOf(actor)
  const { state, revision } = await deps.orders.executeWithLookups(order_id, {
    ...command,
    known: undefined as Found | undefined,

    decide(order, context, found) {
      const made = changeThatMade(order, 'return', params.id)
      if (made && !isWhole(made) && !found) return new LookupNeeded(made)
      const ids = { order_id, id: params.id, no_notification: String(body.no_notification ?? false) }
      const canceled = cancel(order, params.id, { ...context, actor_id }, found?.made ?? made)
      return { state: canceled, events: [returnCanceled(ids)] }
    },
    lookup: async (change: KnownChange) => ({ made: await deps.orders.findChange(change, deadline) }),
  })
  return returnAnswer({ record: requirePart(state, 'return', params.id), revision }, request, deps)
})
