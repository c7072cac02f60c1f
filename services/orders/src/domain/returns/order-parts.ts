import { type Claim, type Exchange, invalidData, notFound, type Return } from '@souk/contracts'
import type { OrderRecord } from '../orders/stored-order.ts'

/** The records that an order holds in addition to its lines when items come back. */
export type PartKind = 'return' | 'claim' | 'exchange'

/** The kinds that can also send items. */
export type ReplacementKind = Exclude<PartKind, 'return'>

export interface Parts {
  return: Return
  claim: Claim
  exchange: Exchange
}

export const NOUNS = { return: 'Return', claim: 'Claim', exchange: 'Exchange' } as const

/** The fields of an order that hold them. */
export const PART_LISTS = { return: 'returns', claim: 'claims', exchange: 'exchanges' } as const

/** @throws not_found if the order has none with this id */
export function requirePart<Kind extends PartKind>(order: OrderRecord, kind: Kind, id: string): Parts[Kind] {
  const part = (order[PART_LISTS[kind]] as Parts[Kind][]).find((one) => one.id === id)
  if (!part) throw partNotFound(kind, id)
  return part
}

/** The return of a claim or an exchange; undefined if it has none, or the return is canceled. */
export const livingReturnOf = ({ returns }: Pick<OrderRecord, 'returns'>, { return_id }: Claim | Exchange): Return | undefined =>
  returns.find(({ id, canceled_at }) => id === return_id && !canceled_at)

/** The shipping methods of a return. */
export const methodsOfReturn = <Method extends { detail: { return_id: string | null } }>(
  methods: readonly Method[],
  id: string,
) => methods.filter(({ detail }) => detail.return_id === id)

/** @throws invalid_data */
export function assertPartNotCanceled(kind: PartKind, { id, canceled_at }: { id: string; canceled_at: string | null }): void {
  if (canceled_at) throw invalidData(`${NOUNS[kind]} with id ${id} has been canceled.`)
}

export const partNotFound = (kind: PartKind, id: string) =>
  notFound(`${kind === 'return' ? 'Return' : `Order${NOUNS[kind]}`} id not found: ${id}`)
