import type { DecisionContext } from '@souk/contracts'
import { type Acting, canceledChange, replaceChange } from '../order-changes/active-change.ts'
import { activeChange, type OrderChange } from '../order-changes/order-change.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { cancelRequest } from './cancel-request.ts'
import type { PartKind } from './order-parts.ts'

/** The order with its active change canceled, together with the return, claim or exchange that it would have made. */
export function giveUpChange(order: OrderRecord, context: Pick<DecisionContext, 'now'> & Acting): OrderRecord {
  const change = activeChange(order)
  if (!change) return order
  const part = partMadeBy(change)
  return part ? cancelRequest(order, part.kind, part.id, context) : replaceChange(order, canceledChange(change, context))
}

/** The return, claim or exchange that the change makes; undefined for other changes, such as a return's receipt. */
export function partMadeBy(change: OrderChange): { kind: PartKind; id: string } | undefined {
  const { change_type, return_id, claim_id, exchange_id } = change
  if (change_type === 'claim' && claim_id) return { kind: 'claim', id: claim_id }
  if (change_type === 'exchange' && exchange_id) return { kind: 'exchange', id: exchange_id }
  if (change_type === 'return_request' && return_id) return { kind: 'return', id: return_id }
  return undefined
}
