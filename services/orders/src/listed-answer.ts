import { asksForProducts, type Order, projectionOf, type Selection, withAskedProducts } from '@souk/contracts'
import { type Page, type RequestOf, type Stored, shownAll } from '@souk/runtime'
import type { Deps } from './deps.ts'
import type { OrderRecord } from './domain/order-record.ts'
import { listedOrder } from './stores/order-pages.ts'

/** What to read of each order of a list. What is asked for beyond an order is found by fields of it that the selection may not name. */
export const projectionOfList = (selection: Selection) => (asksForProducts(selection) ? undefined : projectionOf(selection))

/** A page of orders as answers show it. @param withCustomers adds to each of a batch what it needs of others in this service */
export function shownOrders(
  { batches }: Page<Stored<OrderRecord>>,
  { selection, deadline, passOn }: Pick<RequestOf<never>, 'selection' | 'deadline' | 'passOn'>,
  deps: Deps,
  withCustomers: (orders: Order[], deadline: number) => Promise<Order[]>,
): Promise<Order[]> {
  return shownAll(batches, deadline, async (documents, until) => {
    const orders = await withCustomers(documents.map(listedOrder), until)
    return withAskedProducts(orders, { selection, passOn: () => ({ ...passOn(), deadline: until }) }, deps.bus)
  })
}
