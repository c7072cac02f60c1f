import { conflict, beginOrderEdit as contract, orderEditCreated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { orderEditAnswer } from '../../answers/order-edit.ts'
import type { Deps } from '../../deps.ts'
import { beginOrderEdit as begin } from '../../domain/order-edits/order-edit.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

/**
 * The order's document records its active change, so one of two concurrent edits is refused. As in Medusa, an edit does not
 * record who began it, only who requested, confirmed or canceled it.
 */
export const beginOrderEdit = implement(contract, async ({ body, command, newIds }, { orders }: Deps) => {
  const order_change_id = newIds()('ordch')
  const outcome = await orders.execute(body.order_id, {
    ...command,
    decide: (order: OrderRecord, context) => ({
      state: begin(order, { ...body, metadata: body.metadata ?? null }, { ...context, actor_id: null }),
      events: [orderEditCreated({ order_id: order.id, order_change_id })],
    }),
  })
  const begun = outcome.state.changes.find(({ id }) => id === order_change_id)
  const edit = begun && (await orders.findChange(begun, command.deadline))
  if (!edit) throw conflict(`Order change ${order_change_id} is no longer on record`)

  return orderEditAnswer(outcome, edit)
})
