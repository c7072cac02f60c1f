import type { DecisionContext, Payment, Refund, RefundReason } from '@souk/contracts'
import { plus } from '@souk/totals'
import type { Acting } from '../order-changes/active-change.ts'

export interface Refunding {
  /** In the currency of the payment. */
  amount: number
  /** A snapshot, which the refund keeps. */
  reason?: RefundReason | undefined
  note?: string | undefined
}

/** The payment with a refund added, as its last one. */
export function withRefund(
  payment: Payment,
  { amount, reason, note }: Refunding,
  { newId, now, actor_id }: DecisionContext & Acting,
): { payment: Payment; refund: Refund } {
  const refund: Refund = {
    id: newId('ref'),
    payment_id: payment.id,
    amount,
    refund_reason_id: reason?.id ?? null,
    refund_reason: reason ?? null,
    note: note ?? null,
    metadata: null,
    created_by: actor_id,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  const refunded_amount = plus(payment.refunded_amount, amount)
  return { refund, payment: { ...payment, refunded_amount, refunds: [...payment.refunds, refund], updated_at: now } }
}
