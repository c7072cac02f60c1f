import {
  type AdminRefundReason,
  REFUND_REASON_SEARCH,
  refundReasonCreated,
  refundReasonDeleted,
  refundReasonUpdated,
} from '@souk/contracts'
import { createRecords, type EventRelay, listIndexes } from '@souk/runtime'
import type { Db } from 'mongodb'

export const createRefundReasonStore = (db: Db, outbox?: EventRelay) =>
  createRecords<AdminRefundReason>(db.collection('refund_reasons'), {
    noun: 'Refund reason',
    missing: (id, change) => (change ? `RefundReason with id "${id}" not found` : `Refund reason with id: ${id} was not found`),
    idPrefix: 'refr',
    searched: { inside: REFUND_REASON_SEARCH },
    indexes: listIndexes(['label', 'code', 'description', 'updated_at']),
    events: { created: refundReasonCreated, updated: refundReasonUpdated, deleted: refundReasonDeleted },
    outbox,
  })

export type RefundReasonStore = ReturnType<typeof createRefundReasonStore>
