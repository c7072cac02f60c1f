import { type DecisionContext, notAllowed } from '@souk/contracts'
import type { Acting } from '../order-changes/active-change.ts'
import { cancelPayments, refundable } from '../orders/cancel-payments.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { assertDraft } from './assert-draft.ts'

/**
 * The deleted draft: its authorized payments are canceled.
 * @throws invalid_data for an order that is no longer a draft; not_allowed until the money that was paid for it is refunded,
 * or given back as store credit
 */
export function deletedDraft(order: OrderRecord, context: DecisionContext & Acting): OrderRecord {
  assertDraft(order)
  if (refundable(order) > 0) throw notAllowed(`Draft order ${order.id} was paid. Refund its payments before it is deleted`)
  const { payment_collections } = cancelPayments(order, context)
  return { ...order, payment_collections, deleted_at: context.now }
}
