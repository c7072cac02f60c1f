import { listOrders as contract, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerOf } from '../customer-of.ts'
import type { Deps } from '../deps.ts'
import { projectionOfList, shownOrders } from '../listed-answer.ts'

export const listOrders = implement(contract, async (request, deps: Deps) => {
  const { query, selection, deadline } = request
  const showsCustomer = wants(selection, 'customer')
  const projection = projectionOfList(selection)
  const page = await deps.orders.list({
    query,
    projection: projection && showsCustomer ? { ...projection, customer_id: 1 } : projection,
    deadline,
  })
  const orders = await shownOrders(page, request, deps, async (listed, until) => {
    if (!showsCustomer) return listed
    const asking = { selection, actor: request.actor, deadline: until }
    return Promise.all(listed.map(async (one) => ({ ...one, customer: await customerOf(one.customer_id, asking, deps) })))
  })

  return { orders, count: page.count, offset: query.offset, limit: query.limit }
})
