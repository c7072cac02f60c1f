import { notFound } from '@souk/contracts'
import type { OrderSets } from '../stores/order-sets.ts'

/** The orders of a set, and the revision of the first one. @throws not_found */
export async function findOrderSet(sets: Pick<OrderSets, 'listOrders'>, id: string, deadline: number) {
  const orders = await sets.listOrders(id, deadline)
  const [first] = orders
  if (!first) throw notFound(`Order set with id: ${id} was not found`)
  return { orders, revision: first.revision }
}
