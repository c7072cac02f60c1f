import { administratorIdOf, transferOrderToGuest as contract, orderTransferred } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { assertMayBegin } from '../../domain/order-changes/active-change.ts'
import { type Receiver, transferToGuest } from '../../domain/orders/order-transfer.ts'

/**
 * No guest is created for an order that cannot be transferred; the new customer is recorded as the seller's before the order is
 * written.
 */
export const transferOrderToGuest = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command, deadline } = request
  const { email, ...input } = body
  const actor_id = administratorIdOf(actor)
  const outcome = await deps.orders.executeWithLookups(params.id, {
    ...command,
    known: undefined as Receiver | undefined,

    decide(order, context, guest) {
      assertMayBegin(order)
      if (!guest) return new LookupNeeded(order.seller_id)
      const state = transferToGuest(order, guest, input, { ...context, actor_id })
      return { state, events: [orderTransferred({ id: order.id, order_change_id: state.changes.at(-1)!.id })] }
    },
    async lookup(seller_id) {
      const guest = await deps.customers.findGuest(email, deadline)
      const registered = guest ? undefined : await deps.customers.findRegisteredAs(email, deadline)
      if (registered) return { id: registered, email, has_account: true }
      const id = guest ?? (await deps.customers.findOrCreateGuest(email, { created_by: actor_id }, request))
      if (seller_id !== null) await deps.customers.noteBuyer(id, [seller_id], deadline)
      return { id, email, has_account: false }
    },
  })
  return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
})
