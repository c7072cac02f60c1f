import { conflict, beginOrderEdit as contract, orderEditCreated } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { administratorIdOf } from '../domain/administrator.ts'
import { beginOrderEdit as begin } from '../domain/order-edit.ts'
import type { OrderRecord } from '../domain/order-record.ts'
import { shownEdit } from '../domain/shown-preview.ts'

/** The order's own document says whether it has an active change: of two edits begun at once one is refused. */
export const beginOrderEdit = implement(contract, async ({ body, actor, command, newIds }, { orders }: Deps) => {
  const order_change_id = newIds()('ordch')
  const { state, revision } = await orders.execute(body.order_id, {
    ...command,
    decide: (order: OrderRecord, making) => ({
      state: begin(order, { ...body, metadata: body.metadata ?? null }, { ...making, actor_id: administratorIdOf(actor) }),
      events: [orderEditCreated({ order_id: order.id, order_change_id })],
    }),
  })
  const begun = state.changes.find(({ id }) => id === order_change_id)
  const edit = begun && (await orders.findChange(begun, command.deadline))
  if (!edit) throw conflict(`Order change ${order_change_id} is no longer on record`)

  return new Answer({ order_change: shownEdit(state, edit) }, { revision })
})
