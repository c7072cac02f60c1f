import { notFound } from '@souk/contracts'
import type { Deps } from '../../deps.ts'

/** The order that a fulfillment belongs to. @throws not_found */
export async function orderIdOfFulfillment(id: string, { orders }: Pick<Deps, 'orders'>, deadline: number): Promise<string> {
  const order_id = await orders.findIdOfFulfillment(id, deadline)
  if (order_id === undefined) throw notFound(`Fulfillment with id: ${id} was not found`)
  return order_id
}
