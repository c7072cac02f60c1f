import { type Order, projectionOf, type Selection, wants } from '@souk/contracts'
import { Answer, type Page, type RequestOf, type Stored, shownAll } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type OrderRecord, shownOrder } from '../domain/orders/stored-order.ts'
import { listedOrder } from '../stores/order-pages.ts'
import type { ShownOrder } from '../stores/orders.ts'
import { customerOf } from './customer.ts'

type Request = Pick<RequestOf<never>, 'selection' | 'actor' | 'deadline'>

/** The order with its customer. @param more further fields of the answer */
export async function orderAnswer<More extends object = object>(
  { state, revision }: { state: ShownOrder; revision: number },
  request: Request,
  deps: Deps,
  more?: More,
) {
  const customer = await customerOf(state.customer_id, request, deps)
  const order: Order = { ...shownOrder(state), customer }
  return new Answer({ order, ...(more as More) }, { revision, others: customer })
}

/** The fields to read of each order of a list; undefined: all. Its customer is found by an id that the selection may not show. */
export function projectionOfList(selection: Selection) {
  const projection = projectionOf(selection)
  return projection && wants(selection, 'customer') ? { ...projection, customer_id: 1 as const } : projection
}

/** A page of orders as answers show it, each with its customer where that is asked for. */
export function listedOrders({ batches }: Page<Stored<OrderRecord>>, request: Request, deps: Deps): Promise<Order[]> {
  const { selection, actor, deadline } = request
  const showsCustomer = wants(selection, 'customer')

  return shownAll(batches, deadline, async (documents, until) => {
    const orders = documents.map(listedOrder)
    if (!showsCustomer) return orders
    const ids = [...new Set(orders.map(({ customer_id }) => customer_id))]
    const asking = { selection, actor, deadline: until }
    const found = await Promise.all(ids.map(async (id) => [id, await customerOf(id, asking, deps)] as const))
    const customers = new Map(found)
    return orders.map((order) => ({ ...order, customer: customers.get(order.customer_id) ?? null }))
  })
}
