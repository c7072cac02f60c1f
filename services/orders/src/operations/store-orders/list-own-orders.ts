import { listOwnOrders as contract, customerIdOf, type Selection, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { projectionOfList } from '../../answers/order.ts'
import { listedOwnOrders } from '../../answers/store-order.ts'
import type { Deps } from '../../deps.ts'

export const listOwnOrders = implement(contract, async (request, deps: Deps) => {
  const { actor, query, selection, deadline } = request
  const customer_id = customerIdOf(actor)
  const page = await deps.orders.pageOfBuyer({ customer_id, query, projection: projectionOf(selection), deadline })
  return { orders: await listedOwnOrders(page, request, deps), count: page.count, offset: query.offset, limit: query.limit }
})

/** As `projectionOfList`, with the field by which the seller is found. */
function projectionOf(selection: Selection) {
  const projection = projectionOfList(selection)
  return projection && wants(selection, 'seller') ? { ...projection, seller_id: 1 as const } : projection
}
