import { listVendorOrderChanges as contract, type Order, sellerIdOf } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import { listedChanges, shownChanges } from '../../answers/order-change.ts'
import { outsideOrder } from '../../answers/outside-order.ts'
import type { Deps } from '../../deps.ts'
import { withoutNotes } from '../../domain/order-changes/without-notes.ts'

export const listVendorOrderChanges = implement(contract, async (request, deps: Deps) => {
  const { params, query, actor, deadline } = request
  const { state, changes } = await deps.orders.ofSeller(sellerIdOf(actor)).getWithChanges(params.id, deadline)
  const { records, ...page } = pageOf(listedChanges(changes), query, [], 'as given')
  const shown = await shownChanges(state, records.map(withoutNotes), request, deps)
  const order_changes = shown.map((one) => ({ ...one, order: one.order && outsideOrder(one.order as Order) }))
  return { order_changes, ...page }
})
