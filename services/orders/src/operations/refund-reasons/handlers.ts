import {
  createRefundReason,
  deleteRefundReason,
  getRefundReason,
  listRefundReasons,
  refundReasonOperations,
  updateRefundReason,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

const reasons = recordHandlers({
  keys: ['refund_reason', 'refund_reasons'],
  store: ({ refundReasons }: Deps) => refundReasons,
})

export const refundReasonHandlers = implementAll(refundReasonOperations, {
  listRefundReasons: reasons.list(listRefundReasons),
  createRefundReason: reasons.create(createRefundReason, ({ label, code, description = null }) => ({
    label,
    code,
    description,
    metadata: null,
  })),
  getRefundReason: reasons.get(getRefundReason),
  updateRefundReason: reasons.update(updateRefundReason),
  deleteRefundReason: reasons.delete(deleteRefundReason),
})
