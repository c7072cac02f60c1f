import { asksForAll, listCustomerOrders as contract, type SoldOrder, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { eachOrder } from '../../answers/each-order.ts'
import { listedOrders, projectionOfList } from '../../answers/order.ts'
import { readOutsideOrder } from '../../answers/outside-order.ts'
import type { Deps } from '../../deps.ts'

/**
 * A customer who never bought from this seller has no orders here, just like an unknown one: customers are shown only with
 * orders.
 */
export const listCustomerOrders = implement(contract, async (request, deps: Deps) => {
  const { params, query, actor, selection, deadline } = request
  const { offset, limit } = query
  const of = { customer_id: params.id, seller_id: sellerIdOf(actor) }
  if (query.fields === undefined && asksForAll(query)) {
    const listed = await deps.orders.pageOfCustomerAsJson({ ...of, offset, limit, selection, deadline })
    if (listed) return { ...listed, offset, limit }
  }

  const page = await deps.orders.pageOfCustomer({ ...of, query, projection: projectionOfList(selection), deadline })
  const shown = eachOrder(page, readOutsideOrder)
  return { orders: (await listedOrders(shown, request, deps)) as unknown as SoldOrder[], count: page.count, offset, limit }
})
