import { listSellerOrders as adminContract, listVendorOrders as contract, sellerIdOf } from '@souk/contracts'
import { implement, type RequestOf } from '@souk/runtime'
import { listedVendorOrders, projectionOfVendorList } from '../../answers/vendor-order.ts'
import type { Deps } from '../../deps.ts'

export const listVendorOrders = implement(contract, (request, deps: Deps) => listOf(sellerIdOf(request.actor), request, deps))

export const listSellerOrders = implement(adminContract, (request, deps: Deps) => listOf(request.params.id, request, deps))

type Asking = Pick<RequestOf<typeof contract>, 'query' | 'actor' | 'selection' | 'deadline'>

async function listOf(seller_id: string, request: Asking, deps: Deps) {
  const { query, selection, deadline } = request
  const page = await deps.orders.pageOfSeller({ seller_id, query, projection: projectionOfVendorList(selection), deadline })
  return { orders: await listedVendorOrders(page, request, deps), count: page.count, offset: query.offset, limit: query.limit }
}
