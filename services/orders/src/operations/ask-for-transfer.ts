import { createHash } from 'node:crypto'
import { notFound, orderTransferRequested } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type Asked, requestTransfer, transferOf } from '../domain/orders/order-transfer.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

interface Asking extends Omit<Asked, 'token'> {
  order_id: string
  /** The customer who is to get the order. */
  customer_id: string
  actor_id: string | null
  /** Throws for orders that the caller may not transfer. */
  check?: (order: OrderRecord) => void
}

/**
 * Requests the transfer of an order to a customer. The token that answers it is hashed from the random bits of the op, so that a
 * repeat of the request makes the same token.
 * @throws not_found for an unknown order, which is reported first, and for an unknown customer
 */
export async function askForTransfer(
  { order_id, customer_id, actor_id, check, ...input }: Asking,
  { command, deadline }: Pick<RequestContext, 'command' | 'deadline'>,
  deps: Deps,
) {
  const customer = await deps.customers.find(customer_id, deadline)
  if (!customer) {
    await deps.orders.get(order_id, deadline)
    throw notFound(`Customer id not found: ${customer_id}`)
  }
  const token = createHash('sha256').update(command.op.bytes).update('transfer').digest('hex')
  return deps.orders.execute(order_id, {
    ...command,
    decide(order, context) {
      check?.(order)
      const state = requestTransfer(order, customer.record, { ...input, token }, { ...context, actor_id })
      return { state, events: [orderTransferRequested({ id: order.id, order_change_id: transferOf(state)!.id })] }
    },
  })
}
