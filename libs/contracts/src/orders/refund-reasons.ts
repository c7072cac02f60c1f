import { z } from 'zod'
import { softDeletable, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { ReceiptQuery } from '../operation/record-query.ts'
import { RefundReason } from './payment.ts'

/** The ids of the reasons that every installation begins with, by their codes. */
export const FIRST_REFUND_REASON_IDS = {
  shipping_issue: 'refr_00000000000SGVWV85H2G8ZH22',
  customer_care_adjustment: 'refr_0000000000QEMGJ02FDSJM9ZK8',
  pricing_error: 'refr_0000000000YC5GH12XSZ8JF6MX',
} as const

/** A reason as shown by its own routes. A refund keeps a copy from when it was made. */
export const AdminRefundReason = RefundReason.extend({ ...softDeletable }).meta({ id: 'AdminRefundReason' })
export type AdminRefundReason = z.infer<typeof AdminRefundReason>

const reasons = plainResource({
  service: 'orders',
  path: '/admin/refund-reasons',
  noun: ['refund reason', 'refund reasons'],
  keys: ['refund_reason', 'refund_reasons'],
  schema: AdminRefundReason,
  // None has the second id: the first reasons are real ones, which an example that is tried out must not delete.
  examples: { id: FIRST_REFUND_REASON_IDS.shipping_issue, deleted: demonstrationId('refr', 9) },
  defaults: ['id', 'label', 'code', 'description', 'created_at', 'updated_at', 'deleted_at'],
})
const [label, code, description] = [TextInput(255), TextInput(255), TextInput(2000).nullish()]

export const listRefundReasons = reasons.list('list-refund-reasons', {
  sort: ['created_at', 'updated_at', 'label', 'code', 'description'],
  filter: ['id', 'created_at', 'updated_at', 'deleted_at'],
  q: ['label', 'code', 'description'],
  qInside: true,
  order: OLDEST_FIRST,
  limit: 15,
})
export const createRefundReason = reasons.create(
  'create-refund-reason',
  z.strictObject({ label, code, description }).meta({ example: { label: 'Late', code: 'late' } }),
)
export const getRefundReason = reasons.get('get-refund-reason')
export const updateRefundReason = reasons.update(
  'update-refund-reason',
  z
    .strictObject({ label: label.optional(), code: code.optional(), description })
    .meta({ example: { description: 'It came after the promised day' } }),
)
/** Refunds keep their copies of it. */
export const deleteRefundReason = { ...reasons.delete('delete-refund-reason'), query: ReceiptQuery }

export const refundReasonOperations = {
  listRefundReasons,
  createRefundReason,
  getRefundReason,
  updateRefundReason,
  deleteRefundReason,
}

export const refundReasonEvents = recordEvents('orders', 'refund-reason', 'refund reason')
export const [refundReasonCreated, refundReasonUpdated, refundReasonDeleted] = refundReasonEvents
