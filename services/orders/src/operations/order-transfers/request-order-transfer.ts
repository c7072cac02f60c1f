import { createHash } from 'node:crypto'
import { requestOrderTransfer as contract, notFound, orderTransferRequested } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { administratorIdOf } from '../../domain/orders/administrator.ts'
import { requestTransfer, transferOf } from '../../domain/orders/order-transfer.ts'

/** The token follows from the random bits of the op, which it does not tell: a repeat of the request makes the same. */
export const requestOrderTransfer = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command, deadline } = request
  const { customer_id, ...said } = body
  const customer = await deps.customers.findRecord(customer_id, deadline)
  if (!customer) {
    await deps.orders.get(params.id, deadline) // an unknown order is told of first
    throw notFound(`Customer id not found: ${customer_id}`)
  }
  const token = createHash('sha256').update(command.op.bytes).update('transfer').digest('hex')
  const actor_id = administratorIdOf(actor)
  const outcome = await deps.orders.execute(params.id, {
    ...command,
    decide(order, context) {
      const state = requestTransfer(order, customer.record, { ...said, token }, { ...context, actor_id })
      return { state, events: [orderTransferRequested({ id: order.id, order_change_id: transferOf(state)!.id })] }
    },
  })
  return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
})
