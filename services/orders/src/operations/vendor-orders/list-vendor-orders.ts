import { listVendorOrders as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { listedVendorOrders, projectionOfVendorList } from '../../answers/vendor-order.ts'
import type { Deps } from '../../deps.ts'

export const listVendorOrders = implement(contract, async (request, deps: Deps) => {
  const { query, actor, selection, deadline } = request
  const seller_id = sellerIdOf(actor)
  const page = await deps.orders.listOfSeller({ seller_id, query, projection: projectionOfVendorList(selection), deadline })
  return { orders: await listedVendorOrders(page, request, deps), count: page.count, offset: query.offset, limit: query.limit }
})
