import { type BoughtOrder, listOwnOrders as contract, customerIdOf, type Selection, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { projectionOfList } from '../../answers/order.ts'
import { withSetFields } from '../../answers/set-of-order.ts'
import { listedOwnOrders, ownListShape } from '../../answers/store-order.ts'
import type { Deps } from '../../deps.ts'

/** Longer pages are made as they are read. */
const MAX_ENTRIES = 100

export const listOwnOrders = implement(contract, async (request, deps: Deps) => {
  const { actor, query, selection, deadline } = request
  const { offset, limit } = query
  const customer_id = customerIdOf(actor)
  if (query.fields === undefined && limit <= MAX_ENTRIES) {
    const shapeOf = () => ownListShape(selection)
    const listed = await deps.orders.pageOfBuyerAsJson({ customer_id, query, selection, shapeOf, deadline })
    if (listed) return { ...listed, orders: listed.orders as unknown as BoughtOrder[], offset, limit }
  }

  const withSet = wants(selection, 'order_set')
  const page = await deps.orders.pageOfBuyer({
    customer_id,
    query,
    projection: projectionOf(selection, withSet),
    withSet,
    deadline,
  })
  return { orders: await listedOwnOrders(page, request, deps), count: page.count, offset, limit }
})

/** Like `projectionOfList`, with the fields by which the seller and the set are found. */
function projectionOf(selection: Selection, withSet: boolean) {
  const projection = projectionOfList(selection)
  if (!projection) return undefined
  const fields = withSet ? withSetFields(projection) : projection
  return wants(selection, 'seller') ? { ...fields, seller_id: 1 as const } : fields
}
