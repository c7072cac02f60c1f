import { conflict, updateOrderChange as contract, notFound, orderChangeUpdated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { orderEditAnswer } from '../../answers/order-edit.ts'
import type { Deps } from '../../deps.ts'
import { updateOrderChange as update } from '../../domain/order-changes/update-order-change.ts'
import { executeCarrying } from '../execute-carrying.ts'

/** The order is the aggregate: it holds a change as long as that is active. */
export const updateOrderChange = implement(contract, async (request, deps: Deps) => {
  const { params, body, deadline } = request
  const { orders } = deps
  const order_id = await orders.findIdOfChange(params.id, deadline)
  if (order_id === undefined) throw notFound(`OrderChange with id "${params.id}" not found`)
  const outcome = await executeCarrying(order_id, request, deps, {
    decide(order, context) {
      const state = update(order, params.id, body, context)
      if (state === order) return { state }
      return { state, events: [orderChangeUpdated({ order_id, order_change_id: params.id })] }
    },
  })
  const known = outcome.state.changes.find(({ id }) => id === params.id)
  const change = known && (await orders.findChange(known, deadline))
  if (!change) throw conflict(`Order change ${params.id} is no longer on record`)
  return orderEditAnswer(outcome, change)
})
