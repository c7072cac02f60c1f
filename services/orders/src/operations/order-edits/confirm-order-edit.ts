import { administratorIdOf, confirmOrderEdit as contract, orderEditConfirmed } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { previewAnswer } from '../../answers/preview.ts'
import type { Deps } from '../../deps.ts'
import { activeChange } from '../../domain/order-changes/order-change.ts'
import { confirmOrderEdit as confirm } from '../../domain/order-edits/confirm-order-edit.ts'
import { changeStockedOrder } from '../change-stocked-order.ts'
import { confirmedChange } from '../confirmed-change.ts'

/** The order's document records the edit, so one of two concurrent confirmations is refused. */
export const confirmOrderEdit = implement(contract, async (request, deps: Deps) => {
  const actor_id = administratorIdOf(request.actor)
  const outcome = await changeStockedOrder(request, deps, {
    change: (order, context) => confirm(order, { ...context, actor_id }),
    event: (order) => orderEditConfirmed({ order_id: order.id, order_change_id: activeChange(order)!.id }),
  })

  const closed = await confirmedChange(outcome.state, request, deps)
  return previewAnswer('order_preview', outcome, request, deps, closed)
})
