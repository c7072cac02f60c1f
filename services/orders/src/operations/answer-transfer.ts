import { type DecisionContext, type DomainEvent, invalidData, OperationError } from '@souk/contracts'
import { LookupNeeded, type RequestContext } from '@souk/runtime'
import { changedStoreOrderAnswer } from '../answers/store-order.ts'
import type { Deps } from '../deps.ts'
import { invalidToken, transferOf, transferredTo } from '../domain/orders/order-transfer.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

type Request = Pick<RequestContext, 'command' | 'deadline'> & { params: { id: string }; body: { token: string } }

interface Answering {
  change: (order: OrderRecord, token: string, context: DecisionContext) => OrderRecord
  event: (ids: { id: string; order_change_id: string }) => DomainEvent
}

/**
 * Answers the transfer of an order, and shows the order. Its new customer must still exist, and is recorded as the seller's
 * before the order is written. Unknown orders are refused like those without a transfer.
 */
export async function answerTransfer({ params, body, command, deadline }: Request, deps: Deps, { change, event }: Answering) {
  try {
    const outcome = await deps.orders.executeWithLookups(params.id, {
      ...command,
      known: undefined as string | undefined,

      decide(order, context, known) {
        const answered = change(order, body.token, context)
        const customer_id = answered.customer_id === order.customer_id ? null : transferredTo(order)
        if (customer_id !== null && known !== customer_id) return new LookupNeeded({ customer_id, seller_id: order.seller_id })
        return { state: answered, events: [event({ id: order.id, order_change_id: transferOf(order)!.id })] }
      },
      async lookup({ customer_id, seller_id }) {
        if (!(await deps.customers.find(customer_id, deadline))) throw invalidData(`Customer id not found: ${customer_id}`)
        if (seller_id !== null) await deps.customers.noteBuyer(customer_id, [seller_id], deadline)
        return customer_id
      },
    })
    return changedStoreOrderAnswer(outcome)
  } catch (error) {
    throw error instanceof OperationError && error.kind === 'not_found' ? invalidToken() : error
  }
}
