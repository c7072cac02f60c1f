import { administratorIdOf, addOrderCreditLine as contract } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { addCreditLine } from '../../domain/orders/add-credit-line.ts'
import { deliverCredit } from '../deliver-credit.ts'

interface Buyer {
  customer_id: string | null
  has_account: boolean
}

/**
 * The order's document determines the amount due, so one of two concurrent requests that credit all of it is refused. Credit for
 * the customer is recorded in the same write, and transferred to the customer's account in a second one; if that fails, a repeat
 * of the request, or the sweep, completes it.
 */
export const addOrderCreditLine = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command, deadline, log } = request
  const actor_id = administratorIdOf(actor)

  const outcome = await deps.orders.executeWithLookups(params.id, {
    ...command,
    known: undefined as Buyer | undefined,

    decide(order, context, buyer) {
      const { customer_id } = order
      if (body.amount < 0 && buyer?.customer_id !== customer_id) return new LookupNeeded(customer_id)
      return { state: addCreditLine(order, body, { ...context, actor_id }, buyer?.has_account) }
    },
    async lookup(customer_id): Promise<Buyer> {
      const found = customer_id === null ? undefined : await deps.customers.find(customer_id, deadline)
      return { customer_id, has_account: found?.record.has_account ?? false }
    },
  })
  if (body.amount > 0) return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)

  try {
    const owing = await deps.orders.outgoingCredits.find(params.id, deadline)
    if (owing) await deliverCredit(owing, deps, request.passOn())
  } catch (error) {
    log().warn({ err: error }, 'store credit is not delivered yet')
  }
  return orderAnswer(await deps.orders.get(params.id, deadline), request, deps)
})
