import type { AdminRefundReason, RefundReason } from '@souk/contracts'
import type { ReturnReasonRecord } from '../../services/orders/src/stores/return-reasons.ts'
import { seededId } from './ids.ts'
import { seededDates } from './records.ts'

const refundReason = (n: number, label: string, description: string): AdminRefundReason => ({
  id: seededId('refr', n),
  label,
  code: label.toLowerCase(),
  description,
  metadata: null,
  ...seededDates,
})

const damaged = refundReason(1, 'Damaged', 'Arrived broken')
const goodwill = refundReason(500, 'Goodwill', 'A gesture to the customer')
export const seededRefundReasons = [damaged, goodwill]

/** The reason as a refund keeps it. */
const kept = ({ deleted_at: _, ...reason }: AdminRefundReason): RefundReason => reason
export const keptReasons = { damaged: kept(damaged), goodwill: kept(goodwill) }

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
