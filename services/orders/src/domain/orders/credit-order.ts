import type { DecisionContext } from '@souk/contracts'
import { type Acting, assertMayBegin, wholeAction } from '../order-changes/active-change.ts'
import { confirmChange } from '../order-changes/confirm-change.ts'
import { newChange } from '../order-changes/new-change.ts'
import type { OrderRecord } from './stored-order.ts'

export interface Credit {
  /** Positive lowers what is to be paid, negative raises it. */
  amount: number
  reference: string
  reference_id: string
}

/**
 * Adds a credit line to the order, as a change of its own: the next version.
 * @throws invalid_data when the order is canceled, or has an active change
 */
export function creditOrder(
  order: OrderRecord,
  { amount, reference, reference_id }: Credit,
  context: DecisionContext & Acting,
): OrderRecord {
  assertMayBegin(order)
  const begun = newChange(order, { change_type: 'credit_line' }, context)
  const id = context.newId('ordcl')
  const { now } = context
  const credit_line = { id, order_id: order.id, reference, reference_id, amount, subtotal: amount, total: amount, metadata: null }
  const created = { credit_line: { ...credit_line, created_at: now, updated_at: now, deleted_at: null } }
  const about = { action: 'CREDIT_LINE_ADD', reference, reference_id, amount, details: {}, created } as const
  const change = { ...begun, actions: [wholeAction(about, { order, change: begun, ordering: 1, context })] }
  return confirmChange({ ...order, changes: [...order.changes, change] }, change, context)
}
