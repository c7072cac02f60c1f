import { administratorIdOf, updateOrder as contract, orderUpdated } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { updateOrder as update } from '../../domain/orders/update-order.ts'

/**
 * An order that has neither a customer nor an e-mail address is assigned to the customer registered with the new one, to its
 * guest, or to a new guest.
 */
export const updateOrder = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command } = request
  const actor_id = administratorIdOf(actor)

  const outcome = await deps.orders.executeWithLookups(params.id, {
    ...command,
    known: undefined as string | undefined,

    decide(order, context, buyer_id) {
      const state = update(order, body, { ...context, actor_id })
      if (state === order) return { state }
      const isFirst = !order.email && order.customer_id === null && body.email !== undefined
      if (isFirst && buyer_id === undefined) return new LookupNeeded(order.seller_id)
      const events = [orderUpdated({ id: order.id })]
      return { state: isFirst ? { ...state, customer_id: buyer_id! } : state, events }
    },
    async lookup(seller_id) {
      const { customers } = deps
      const buyer_id = await customers.findOrCreateBuyer(body.email!, { created_by: actor_id }, request)
      if (seller_id !== null) await customers.noteBuyer(buyer_id, [seller_id], request.deadline)
      return buyer_id
    },
  })
  return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
})
