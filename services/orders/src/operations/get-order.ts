import { asksOthers, getOrder as contract, withAskedProducts } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { customerOf } from '../customer-of.ts'
import type { Deps } from '../deps.ts'
import { shownOrder } from '../domain/order-record.ts'

export const getOrder = implement(contract, async (request, deps: Deps) => {
  const { order, revision } = await deps.orders.get(request.params.id, request.deadline)
  const customer = await customerOf(order.customer_id, request, deps)

  const shown = await withAskedProducts({ ...shownOrder(order), customer }, request, deps.bus)
  return new Answer({ order: shown }, { revision, others: asksOthers(request.selection) ? 'anywhere' : customer })
})
