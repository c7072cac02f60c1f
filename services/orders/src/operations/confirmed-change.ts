import type { Deps } from '../deps.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

/** The most recently confirmed change, with its actions, as answers show it; undefined if there is none. */
export async function confirmedChange({ changes }: OrderRecord, { orders }: Pick<Deps, 'orders'>, deadline: number) {
  const last = changes.findLast(({ status }) => status === 'confirmed')
  return last && (await orders.findChange(last, deadline))
}
