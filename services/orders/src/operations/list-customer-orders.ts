import { asksForAll, listCustomerOrders as contract, sellerIdOf, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerOf } from '../customer-of.ts'
import type { Deps } from '../deps.ts'
import { projectionOfList, shownOrders } from '../listed-answer.ts'

/** Who never bought from this seller has no orders here, just as who does not exist; a customer is shown with orders only. */
export const listCustomerOrders = implement(contract, async (request, deps: Deps) => {
  const { params, query, actor, selection, deadline } = request
  const { offset, limit } = query
  const of = { customer_id: params.id, seller_id: sellerIdOf(actor) }
  if (query.fields === undefined && asksForAll(query)) {
    const listed = await deps.orders.listOfCustomerAsJson({ ...of, offset, limit, selection, deadline })
    if (listed) return { ...listed, offset, limit }
  }

  const [page, customer] = await Promise.all([
    deps.orders.listOfCustomer({ ...of, query, projection: projectionOfList(selection), deadline }),
    customerOf(params.id, request, deps),
  ])
  const orders = await shownOrders(page, request, deps, async (listed) =>
    wants(selection, 'customer') ? listed.map((order) => ({ ...order, customer })) : listed,
  )

  return { orders, count: page.count, offset, limit }
})
