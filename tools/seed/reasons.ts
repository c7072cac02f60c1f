import { FIRST_REFUND_REASON_IDS, type RefundReason } from '@souk/contracts'
import { firstRefundReasons } from '../../services/orders/src/domain/refund-reasons/first-refund-reasons.ts'
import type { ReturnReasonRecord } from '../../services/orders/src/stores/return-reasons.ts'
import { SEEDED_AT, seededId } from './ids.ts'
import { seededDates } from './records.ts'

/** Those of every installation. */
export const seededRefundReasons = firstRefundReasons(SEEDED_AT)

/** The reason as a refund keeps it. */
function kept(reason_id: string): RefundReason {
  const { deleted_at: _, ...reason } = seededRefundReasons.find(({ id }) => id === reason_id)!
  return reason
}
/** The reasons of the rich order's refund and of the rich cart's. */
export const keptReasons = {
  shipping_issue: kept(FIRST_REFUND_REASON_IDS.shipping_issue),
  customer_care: kept(FIRST_REFUND_REASON_IDS.customer_care_adjustment),
}

const returnReason = (n: number, value: string, label: string, parent: string | null = null): ReturnReasonRecord => ({
  id: seededId('rr', n),
  value,
  label,
  description: null,
  parent_return_reason_id: parent,
  metadata: null,
  ...seededDates,
})

export const seededReturnReasons = [
  returnReason(1, 'fit', 'It does not fit'),
  returnReason(2, 'too_small', 'It is too small', seededId('rr', 1)),
  returnReason(3, 'example', 'Deleted by an example'),
]
