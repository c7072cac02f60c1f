import type { DecisionContext } from '@souk/contracts'
import { minus } from '@souk/totals'
import type { Acting } from '../order-changes/active-change.ts'
import { changeAtOnce } from '../order-changes/change-at-once.ts'
import type { OrderRecord } from './stored-order.ts'

export interface Credit {
  /** Positive lowers the amount to be paid, negative raises it. */
  amount: number
  reference: string
  reference_id: string | null
  metadata?: Record<string, unknown> | null | undefined
}

/**
 * Adds a credit line to the order by a change of its own, which makes the next version, however many changes there are, since
 * canceling an order credits its refunds. The line's metadata record the version that it was created in.
 * @throws invalid_data if the order is canceled, or has an active change
 */
export function creditOrder(
  order: OrderRecord,
  { amount, reference, reference_id, metadata: given }: Credit,
  context: DecisionContext & Acting,
): OrderRecord {
  const id = context.newId('ordcl')
  const { now } = context
  const metadata = { ...given, created_in_version: order.version + 1 }
  const credit_line = { id, order_id: order.id, reference, reference_id, amount, subtotal: amount, total: amount, metadata }
  const created = { credit_line: { ...credit_line, created_at: now, updated_at: now, deleted_at: null } }
  const about = { action: 'CREDIT_LINE_ADD', reference, reference_id, amount, details: {}, created } as const
  return changeAtOnce(order, { change_type: 'credit_line' }, [about], context)
}

/** How much of a refunded amount has to be credited because it was not owed to the customer anyway; none if 0 or less. */
export const toCredit = ({ summary }: Pick<OrderRecord, 'summary'>, given: number): number =>
  minus(given, Math.max(0, -summary.pending_difference))
