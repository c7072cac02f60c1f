import type { DecisionContext, Return } from '@souk/contracts'
import { assertSold } from '../draft-orders/assert-draft.ts'
import { type Acting, assertMayBegin } from '../order-changes/active-change.ts'
import { newChange, withChanges } from '../order-changes/new-change.ts'
import type { Metadata } from '../orders/order-lines.ts'
import type { OrderRecord } from '../orders/stored-order.ts'

interface ReturnInput {
  /** Its readable number. */
  display_id: number
  location_id?: string | null | undefined
  no_notification?: boolean | null | undefined
  metadata?: Metadata | undefined
  /** Of the claim or exchange that the return belongs to. */
  claim_id?: string | null
  exchange_id?: string | null
}

interface BegunReturn extends ReturnInput {
  description?: string | undefined
  /** Of the change that makes the return. */
  internal_note?: string | undefined
}

/** A new return: open, and without items until it is confirmed. */
export const newReturn = (
  { id: order_id, version }: Pick<OrderRecord, 'id' | 'version'>,
  { location_id = null, no_notification = null, metadata = null, claim_id = null, exchange_id = null, display_id }: ReturnInput,
  { newId, now, actor_id }: DecisionContext & Acting,
): Return => ({
  id: newId('return'),
  order_id,
  items: [],
  fulfillments: [],
  status: 'open',
  refund_amount: null,
  exchange_id,
  claim_id,
  location_id,
  order_version: version,
  display_id,
  requested_at: null,
  received_at: null,
  no_notification,
  created_by: actor_id,
  metadata,
  created_at: now,
  updated_at: now,
  deleted_at: null,
  canceled_at: null,
})

/**
 * The order with a new return, and the change that makes it.
 * @throws invalid_data if the order is canceled or a draft, already has an active change, or has 100 changes
 */
export function beginReturn(
  order: OrderRecord,
  input: Omit<BegunReturn, 'claim_id' | 'exchange_id'>,
  context: DecisionContext & Acting,
): OrderRecord {
  assertSold(order)
  assertMayBegin(order)
  const { description = null, internal_note = null } = input
  const begun = newReturn(order, input, context)
  const facts = { change_type: 'return_request', return_id: begun.id, description, internal_note } as const
  return { ...withChanges(order, [newChange(order, facts, context)]), returns: [...order.returns, begun] }
}

/** Replaces the return that has the same id; an exchange holds a copy of its return's items. */
export const replaceReturn = (order: OrderRecord, changed: Return): OrderRecord => ({
  ...order,
  returns: order.returns.map((one) => (one.id === changed.id ? changed : one)),
  exchanges: order.exchanges.map((one) => (one.return_id === changed.id ? { ...one, return_items: changed.items } : one)),
})
