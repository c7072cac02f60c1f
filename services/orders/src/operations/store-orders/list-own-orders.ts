import { listOwnOrders as contract, customerIdOf, type Selection, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { projectionOfList } from '../../answers/order.ts'
import { withSetFields } from '../../answers/set-of-order.ts'
import { listedOwnOrders } from '../../answers/store-order.ts'
import type { Deps } from '../../deps.ts'

export const listOwnOrders = implement(contract, async (request, deps: Deps) => {
  const { actor, query, selection, deadline } = request
  const customer_id = customerIdOf(actor)
  const with_set = wants(selection, 'order_set')
  const page = await deps.orders.pageOfBuyer({
    customer_id,
    query,
    projection: projectionOf(selection, with_set),
    with_set,
    deadline,
  })
  return { orders: await listedOwnOrders(page, request, deps), count: page.count, offset: query.offset, limit: query.limit }
})

/** Like `projectionOfList`, with the fields by which the seller and the set are found. */
function projectionOf(selection: Selection, with_set: boolean) {
  const projection = projectionOfList(selection)
  if (!projection) return undefined
  const fields = with_set ? withSetFields(projection) : projection
  return wants(selection, 'seller') ? { ...fields, seller_id: 1 as const } : fields
}
