import { notFound } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { NOUNS, type PartKind, partNotFound } from '../domain/returns/order-parts.ts'

interface Request {
  params: { id: string }
  deadline: number
}

/**
 * A return, a claim or an exchange, with the returns and the revision of its order.
 * @throws not_found, with a text for each kind
 */
export async function findPart<Kind extends PartKind>(
  kind: Kind,
  { params, deadline }: Request,
  { orders }: Pick<Deps, 'orders'>,
) {
  const found = await orders.findPart(kind, params.id, deadline)
  if (found) return found
  if (kind === 'return') throw partNotFound(kind, params.id)
  throw notFound(`${NOUNS[kind]} with id: ${params.id} was not found`)
}
