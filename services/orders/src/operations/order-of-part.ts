import { type PartKind, partNotFound } from '../domain/returns/order-parts.ts'
import type { Reached } from './reached.ts'

interface Request {
  params: { id: string }
  deadline: number
}

/** The id of the order that holds the part named in the path. @throws not_found; forbidden if it is out of a seller's reach */
export async function orderOfPart(
  kind: PartKind,
  { params, deadline }: Request,
  { orders }: Pick<Reached, 'orders'>,
): Promise<string> {
  const order_id = await orders.findIdOfPart(kind, params.id, deadline)
  if (order_id === undefined) throw partNotFound(kind, params.id)
  return order_id
}
