import { assertNotCanceled, noActiveChange } from '../order-changes/active-change.ts'
import { activeChange, type OrderChange } from '../order-changes/order-change.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { assertPartNotCanceled, type PartKind, type Parts, requirePart } from './order-parts.ts'

/** The purpose of a change: to make the return, claim or exchange, or to receive the items that come back. */
export type PartStage = 'request' | 'receive'

/**
 * A return, claim or exchange with its active change. The return of a claim or an exchange is made by the change of these, which
 * is found only for the stage `either`.
 * @throws not_found if the order has none with this id; invalid_data if it or the order is canceled, or there is no such change
 */
export function requirePartChange<Kind extends PartKind>(
  order: OrderRecord,
  kind: Kind,
  id: string,
  stage: PartStage | 'either' = 'request',
): { part: Parts[Kind]; change: OrderChange } {
  const part = requirePart(order, kind, id)
  assertNotCanceled(order)
  assertPartNotCanceled(kind, part)
  const change = activeChange(order)
  if (!change || !isOf(change, kind, id, stage)) throw noActiveChange()
  return { part, change }
}

function isOf(change: OrderChange, kind: PartKind, id: string, stage: PartStage | 'either'): boolean {
  const { claim_id, exchange_id, change_type } = change
  if (change[`${kind}_id`] !== id) return false
  if (stage === 'either') return true
  if (change_type === 'return_receive') return stage === 'receive'
  return stage === 'request' && (kind !== 'return' || (claim_id === null && exchange_id === null))
}
