import {
  listReturnReasons,
  type ReturnReason,
  returnReasonCreated,
  returnReasonDeleted,
  returnReasonUpdated,
  searchOf,
} from '@souk/contracts'
import { createRecords, type EventRelay, indexesOf } from '@souk/runtime'
import type { Db } from 'mongodb'

/** A reason as it is stored: its parent and children by id. */
export type ReturnReasonRecord = Omit<ReturnReason, 'parent_return_reason' | 'return_reason_children'>

export const createReturnReasonStore = (db: Db, outbox?: EventRelay) =>
  createRecords<ReturnReasonRecord>(db.collection('return_reasons'), {
    noun: 'Return reason',
    missing: (id) => `Return reason with id: ${id} was not found`,
    idPrefix: 'rr',
    searched: searchOf(listReturnReasons),
    indexes: indexesOf(listReturnReasons),
    formerIndexes: ['one_per_value'],
    events: { created: returnReasonCreated, updated: returnReasonUpdated, deleted: returnReasonDeleted },
    outbox,
  })

export type ReturnReasonStore = ReturnType<typeof createReturnReasonStore>
