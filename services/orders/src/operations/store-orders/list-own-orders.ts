import { listOwnOrders as contract, customerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { projectionOfList } from '../../answers/order.ts'
import { listedOwnOrders } from '../../answers/store-order.ts'
import type { Deps } from '../../deps.ts'

export const listOwnOrders = implement(contract, async (request, deps: Deps) => {
  const { actor, query, selection, deadline } = request
  const customer_id = customerIdOf(actor)
  const page = await deps.orders.listOfBuyer({ customer_id, query, projection: projectionOfList(selection), deadline })
  return { orders: await listedOwnOrders(page, request, deps), count: page.count, offset: query.offset, limit: query.limit }
})
