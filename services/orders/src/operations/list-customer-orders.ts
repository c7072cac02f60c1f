import { listCustomerOrders as contract, projectionOf, sellerIdOf, wants } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerOf } from '../customer-of.ts'
import type { Deps } from '../deps.ts'

/** Who never bought from this seller has no orders here, just as who does not exist; a customer is shown with orders only. */
export const listCustomerOrders = implement(contract, async (request, deps: Deps) => {
  const { params, query, actor, selection, deadline } = request
  const { offset, limit } = query
  const page = { offset, limit, projection: projectionOf(selection), deadline }
  const [{ orders, count }, customer] = await Promise.all([
    deps.orders.listOfCustomer({ customer_id: params.id, seller_id: sellerIdOf(actor), ...page }),
    customerOf(params.id, request, deps),
  ])
  const shown = wants(selection, 'customer') ? orders.map((order) => ({ ...order, customer })) : orders

  return { orders: shown, count, offset, limit }
})
