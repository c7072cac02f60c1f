import {
  asksForProducts,
  listCustomerOrders as contract,
  projectionOf,
  sellerIdOf,
  wants,
  withAskedProducts,
} from '@souk/contracts'
import { implement } from '@souk/runtime'
import { customerOf } from '../customer-of.ts'
import type { Deps } from '../deps.ts'

/** Who never bought from this seller has no orders here, just as who does not exist; a customer is shown with orders only. */
export const listCustomerOrders = implement(contract, async (request, deps: Deps) => {
  const { params, query, actor, selection, deadline } = request
  const { offset, limit } = query
  const of = { customer_id: params.id, seller_id: sellerIdOf(actor), offset, limit, deadline }
  const listed = query.fields === undefined ? await deps.orders.listOfCustomerAsJson({ ...of, selection }) : undefined
  if (listed) return { ...listed, offset, limit }

  // What is asked for beyond an order is found by fields of it that the selection may not name.
  const projection = asksForProducts(selection) ? undefined : projectionOf(selection)
  const [{ orders, count }, customer] = await Promise.all([
    deps.orders.listOfCustomer({ ...of, projection }),
    customerOf(params.id, request, deps),
  ])
  const shown = wants(selection, 'customer') ? orders.map((order) => ({ ...order, customer })) : orders

  return { orders: await withAskedProducts(shown, request, deps.bus), count, offset, limit }
})
